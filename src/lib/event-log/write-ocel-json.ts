import type { EventLog } from './event-log.ts';
import { OcelTypes, ocelOf } from './ocel.ts';

/**
 * Writes a log as OCEL 2.0 in JSON, a piece of text a case. Each case and each person is an object;
 * memory holds these, and the types.
 * @param caseType type of the objects that cases are, e.g. `application`
 */
export async function* writeOcelJson(log: EventLog, caseType: string): AsyncGenerator<string> {
  const types = new OcelTypes();
  const objects: string[] = [];
  const people = new Map<string, string>();
  let isFirst = true;
  yield '{\n"events": [';
  for await (const logged of log) {
    const { object, events } = ocelOf(logged, caseType, types);
    objects.push(JSON.stringify(object));
    for (const { person, ...event } of events) {
      if (person) people.set(person.id, JSON.stringify({ ...person, attributes: [] }));
      yield `${isFirst ? '' : ','}\n${JSON.stringify(event)}`;
      isFirst = false;
    }
  }
  yield `\n],\n"objects": [\n${[...objects, ...people.values()].join(',\n')}\n],\n`;
  if (people.size > 0) types.add('object', 'person', []);
  yield `"objectTypes": ${JSON.stringify(types.of('object'))},\n`;
  yield `"eventTypes": ${JSON.stringify(types.of('event'))}\n}\n`;
}
