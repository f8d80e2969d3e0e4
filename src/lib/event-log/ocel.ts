import { type Attribute, type AttributeType, keys, type LoggedCase, valueIn } from './event-log.ts';

/** Types of attributes that OCEL 2.0 has. */
export type OcelType = 'string' | 'time' | 'integer' | 'float' | 'boolean';

/** Its type stands with the type of its event or object; the value is text, as the schema has it. */
interface OcelAttribute {
  name: string;
  value: string;
}

export interface OcelObject {
  id: string;
  type: string;
  attributes: (OcelAttribute & { time: string })[];
}

export interface OcelEvent {
  id: string;
  type: string;
  time: string;
  attributes: OcelAttribute[];
  relationships: { objectId: string; qualifier: string }[];
  /** Who sent it, who is an object too. */
  person: { id: string; type: 'person' } | null;
}

/** In place of the time of an attribute that never changes, as the standard has it. */
const ALWAYS = '1970-01-01T00:00:00.000Z';

const typeOf: Record<AttributeType, OcelType> = {
  string: 'string',
  id: 'string',
  date: 'time',
  int: 'integer',
  float: 'float',
  boolean: 'boolean',
};

/** Types of events and objects with their attributes, as they come. */
export class OcelTypes {
  readonly #known = { event: new Map<string, Map<string, OcelType>>(), object: new Map() };

  add(what: 'event' | 'object', type: string, attributes: readonly Attribute[]): void {
    const known: Map<string, OcelType> = this.#known[what].get(type) ?? new Map();
    this.#known[what].set(type, known);
    for (const { key, type: own } of attributes) {
      const name = nameOf(key);
      const there = known.get(name);
      // What is now a number and now a word is text.
      known.set(name, there && there !== typeOf[own] ? 'string' : typeOf[own]);
    }
  }

  typeOf(what: 'event' | 'object', type: string, attribute: string): OcelType {
    return this.#known[what].get(type)?.get(attribute) ?? 'string';
  }

  of(what: 'event' | 'object') {
    return [...this.#known[what]].map(([name, attributes]) => ({
      name,
      attributes: [...attributes].map(([attribute, type]) => ({ name: attribute, type })),
    }));
  }
}

const meant: readonly string[] = [keys.name, keys.time, keys.resource];

/** A case as objects and events of OCEL 2.0; their types are added to those known. */
export function ocelOf(
  { attributes, events }: LoggedCase,
  caseType: string,
  types: OcelTypes,
): { object: OcelObject; events: OcelEvent[] } {
  const id = valueIn(attributes, keys.name) ?? '';
  const own = attributes.filter(({ key }) => key !== keys.name);
  types.add('object', caseType, own);
  return {
    object: { id, type: caseType, attributes: own.map((one) => ({ ...read(one), time: ALWAYS })) },
    events: events.map((event, index) => {
      const type = valueIn(event, keys.name) ?? '';
      const resource = valueIn(event, keys.resource);
      const others = event.filter(({ key }) => !meant.includes(key));
      types.add('event', type, others);
      return {
        id: `${id}/${index}`,
        type,
        time: new Date(valueIn(event, keys.time) ?? Number.NaN).toISOString(),
        attributes: others.map(read),
        relationships: [
          { objectId: id, qualifier: caseType },
          ...(resource === undefined
            ? []
            : [{ objectId: resource, qualifier: valueIn(event, keys.role) ?? 'sender' }]),
        ],
        person: resource === undefined ? null : { id: resource, type: 'person' },
      };
    }),
  };
}

/** Names of OCEL have no prefix: `org:role` is `role`. */
const nameOf = (key: string) => key.slice(key.lastIndexOf(':') + 1);

const read = ({ key, value }: Attribute): OcelAttribute => ({ name: nameOf(key), value });
