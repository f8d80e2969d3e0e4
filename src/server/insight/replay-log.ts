import {
  type EventLog,
  EventLogError,
  keys,
  type LoggedCase,
  valueIn,
} from '#lib/event-log/event-log.ts';
import { type Problem, replay } from './replay.ts';

/** What a log calls the events and the roles of the application's machine. */
export interface LogNames {
  /** Events of the machine by the log's activities; an activity of the machine's own name needs no row. */
  activities: Readonly<Record<string, string>>;
  roles: Readonly<Record<string, string>>;
}

/** A deviation of one kind, and how often it was met. */
export interface LogDeviation extends Problem {
  activity: string;
  count: number;
  /** One of the cases, to look at. */
  example: string;
}

export interface LogConformance {
  cases: number;
  /** Cases without a deviation. */
  fitting: number;
  events: number;
  /** Share of the events that the machine takes, 0 to 1; 1 of an empty log. */
  fitness: number;
  /** The most frequent first. */
  deviations: LogDeviation[];
}

/**
 * Replays a log on the application's machine.
 * @throws {EventLogError} when an event has no time
 */
export async function replayLog(log: EventLog, names: LogNames): Promise<LogConformance> {
  const met = new Map<string, LogDeviation>();
  const result = { cases: 0, fitting: 0, events: 0 };
  let deviating = 0;
  for await (const logged of log) {
    const deviations = deviationsOf(logged, names);
    result.cases++;
    result.events += logged.events.length;
    deviating += deviations.length;
    if (deviations.length === 0) result.fitting++;
    for (const { activity, reason, guard } of deviations) {
      const key = JSON.stringify([activity, reason, guard]);
      const known = met.get(key);
      const example = valueIn(logged.attributes, keys.name) ?? '';
      if (known) known.count++;
      else met.set(key, { activity, reason, guard, count: 1, example });
    }
  }
  return {
    ...result,
    fitness: result.events === 0 ? 1 : 1 - deviating / result.events,
    deviations: [...met.values()].sort((a, b) => b.count - a.count),
  };
}

function deviationsOf({ attributes, events }: LoggedCase, names: LogNames) {
  const requester = valueIn(events[0] ?? [], keys.resource) ?? 'requester';
  const kind = valueIn(attributes, 'kind');
  const subject = {
    kind: kind === 'public' ? ('public' as const) : ('personal' as const),
    requester_id: requester,
    isForThirdParty: valueIn(attributes, 'thirdParty') === 'true',
    state: 'qualification.submitted' as const,
    revision: 0,
    refusal_ground: null,
  };
  const history = events.map((event, revision) => {
    const activity = valueIn(event, keys.name) ?? '';
    const at = Date.parse(valueIn(event, keys.time) ?? '');
    if (Number.isNaN(at))
      throw new EventLogError(`case ${valueIn(attributes, keys.name)}: «${activity}» has no time`);
    const own = names.activities[activity] ?? activity;
    const actor_id = valueIn(event, keys.resource) ?? (revision === 0 ? requester : 'somebody');
    const role = roleOf(valueIn(event, keys.role), names) ?? assumedRole(own, actor_id, requester);
    const facts_json = factsOf(event);
    return {
      activity,
      revision,
      at,
      actor_id,
      role,
      event: own,
      facts_json,
      from_state: null,
      to_state: null,
    };
  });
  return replay(subject, history).deviations.map(({ entry, reason, guard }) => ({
    activity: entry.activity,
    reason,
    guard,
  }));
}

const roles = ['requester', 'reviewer', 'clock'] as const;
type Role = (typeof roles)[number];

function roleOf(told: string | undefined, names: LogNames): Role | undefined {
  const name = told === undefined ? undefined : (names.roles[told] ?? told);
  return roles.find((role) => role === name);
}

/** Whose event it is where the log does not say. */
function assumedRole(event: string, actor: string, requester: string): Role {
  if (event === 'deadline.passed') return 'clock';
  return actor === requester ? 'requester' : 'reviewer';
}

/** What the machine asks of an event beside its sender; null where the log tells nothing of it. */
function factsOf(event: LoggedCase['events'][number]): string | null {
  const ground = valueIn(event, 'ground');
  const due = Date.parse(valueIn(event, 'answerDueAt') ?? '');
  const facts = { ...(ground && { ground }), ...(!Number.isNaN(due) && { answerDueAt: due }) };
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}
