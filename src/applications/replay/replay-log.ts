import type { ApplicationState } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import {
  type EventLog,
  EventLogError,
  keys,
  type LoggedCase,
  valueIn,
} from '#lib/event-log/event-log.ts';
import { guardLeaves } from '#lib/statechart/graph/guard.ts';
import { graph } from './application-graph.ts';
import { type Problem, replay } from './replay.ts';

/** What a log calls the events and the roles of the application's machine. */
export interface LogNames {
  /** Events of the machine by the log's activities; an activity of the machine's own name needs no row. */
  activities: Readonly<Record<string, string>>;
  roles: Readonly<Record<string, string>>;
}

/**
 * Reason why an event of a log deviates: as of a history, and besides `unknown`, an activity that is
 * no event of the machine, and `start`, a case without its filing (it is assumed).
 */
export type LogReason = Problem['reason'] | 'unknown' | 'start';

/** An event, or a filing that is not there, that the machine does not take. */
interface Met {
  activity: string;
  /** State of the machine at that time; null before there is one. */
  state: ApplicationState | null;
  reason: LogReason;
  guard: string | null;
}

/** Deviations of one kind, and how often they were met. */
export interface LogDeviation extends Met {
  count: number;
  /** Some of the cases, to look at; the first come first. */
  cases: string[];
}

/** A deviation in its place. */
export interface DeviatingCase extends Met {
  /** Place of the case in the log, from 1: names may be alike. */
  nth: number;
  name: string;
  /** Event of the case, from 1; 0 is what stands before the first. */
  step: number;
  /** ms since the epoch. */
  at: number;
}

export interface LogConformance {
  cases: number;
  /** Cases without a deviation. */
  fitting: number;
  /** Cases that have not come to an end of the machine. */
  unfinished: number;
  events: number;
  /** Share of the events, with filings that are not there, that the machine takes, 0 to 1; 1 of an empty log. */
  fitness: number;
  /** The most frequent first. */
  deviations: LogDeviation[];
  /** The first cases that deviate, each where it first does. */
  first: DeviatingCase[];
}

/** Cases named beside a kind of deviation, and most cases that are shown in their places. */
const EXAMPLES = 5;
const SHOWN = 20;

/**
 * Replays a log on the application's machine.
 * @throws {EventLogError} when an event has no time
 */
export async function replayLog(log: EventLog, names: LogNames): Promise<LogConformance> {
  const met = new Map<string, LogDeviation>();
  const result = { cases: 0, fitting: 0, unfinished: 0, events: 0 };
  const first: DeviatingCase[] = [];
  let [expected, deviating] = [0, 0];
  for await (const logged of log) {
    const name = valueIn(logged.attributes, keys.name) ?? '';
    const { deviations, isEnded } = replayedCase(logged, names);
    result.cases++;
    result.events += logged.events.length;
    expected += logged.events.length + deviations.filter(({ step }) => step === 0).length;
    deviating += deviations.length;
    if (!isEnded) result.unfinished++;
    const [earliest] = deviations;
    if (!earliest) result.fitting++;
    else if (first.length < SHOWN) first.push({ nth: result.cases, name, ...earliest });
    for (const { activity, state, reason, guard } of deviations) {
      const key = JSON.stringify([activity, state, reason, guard]);
      const known = met.get(key) ?? { activity, state, reason, guard, count: 0, cases: [] };
      met.set(key, known);
      known.count++;
      if (known.cases.length < EXAMPLES && known.cases.at(-1) !== name) known.cases.push(name);
    }
  }
  return {
    ...result,
    fitness: expected === 0 ? 1 : 1 - deviating / expected,
    deviations: [...met.values()].sort((a, b) => b.count - a.count),
    first,
  };
}

const FILING = 'application.file';

/** Words of the machine that an activity can mean. */
export const logEvents: readonly string[] = [
  FILING,
  ...new Set(graph.transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event)),
];

function replayedCase({ attributes, events }: LoggedCase, names: LogNames) {
  const read = events.map((event) => eventIn(event, names, attributes));
  const isStarted = read[0] === undefined || read[0].event === FILING;
  const filer = isStarted
    ? read[0]
    : read.find(({ role, event }) => (role ?? senders.get(event)) === 'requester');
  const requester = filer?.actor ?? 'requester';
  const kind = valueIn(attributes, 'kind');
  const subject = {
    kind: kind === 'public' ? ('public' as const) : ('personal' as const),
    requester_id: requester,
    isForThirdParty: valueIn(attributes, 'thirdParty') === 'true',
    state: '',
    revision: 0,
    refusal_ground: null,
  };
  const assumed = isStarted ? [] : [{ ...read[0], activity: '', event: FILING, actor: requester }];
  const history = [...assumed, ...read].map(({ activity, event, ...told }, revision) => {
    const role = told.role ?? assumedRole(event, told.actor, requester);
    const assumedActor = role === 'requester' ? requester : 'somebody';
    return {
      ...{ activity, revision, event, role, at: told.at ?? 0 },
      actor_id: told.actor ?? assumedActor,
      facts_json: told.facts_json ?? null,
      from_state: null,
      to_state: null,
    };
  });
  const { deviations, reached } = replay(subject, history);
  const start = assumed.map(() => ({
    ...{ activity: '', state: null, reason: 'start' as LogReason, guard: null },
    ...{ step: 0, at: history[0]?.at ?? 0 },
  }));
  const found = deviations.map(({ entry, state, reason, guard }) => ({
    ...{ activity: entry.activity, state, guard, at: entry.at },
    reason: logEvents.includes(entry.event) ? reason : ('unknown' as const),
    step: entry.revision + 1 - assumed.length,
  }));
  return {
    deviations: [...start, ...found],
    isEnded: reached !== null && turnOf(reached) === 'nobody',
  };
}

function eventIn(
  event: LoggedCase['events'][number],
  names: LogNames,
  attributes: LoggedCase['attributes'],
) {
  const activity = valueIn(event, keys.name) ?? '';
  const at = Date.parse(valueIn(event, keys.time) ?? '');
  const name = valueIn(attributes, keys.name) ?? '';
  if (Number.isNaN(at))
    throw new EventLogError(`case ${name}: «${activity}» has no time`, {
      problem: 'time',
      what: `${name}: ${activity}`,
    });
  return {
    activity,
    at,
    event: (Object.hasOwn(names.activities, activity) && names.activities[activity]) || activity,
    actor: valueIn(event, keys.resource),
    role: roleOf(valueIn(event, keys.role), names),
    facts_json: factsOf(event),
  };
}

const roles = ['requester', 'reviewer', 'clock'] as const;
type Role = (typeof roles)[number];

function roleOf(told: string | undefined, names: LogNames): Role | undefined {
  const name = told === undefined ? undefined : (names.roles[told] ?? told);
  return roles.find((role) => role === name);
}

/** Whose event it is where the log does not say: as the sender shows, else as the machine asks. */
function assumedRole(event: string, actor: string | undefined, requester: string): Role {
  const asked = senders.get(event) ?? 'reviewer';
  if (actor === undefined || asked === 'clock') return asked;
  return actor === requester ? 'requester' : 'reviewer';
}

const roleOfGuard: Readonly<Record<string, Role>> = {
  isOwner: 'requester',
  isReviewer: 'reviewer',
  isClock: 'clock',
};

/** Roles that the guards of the machine's events name. */
const senders = new Map<string, Role>([
  [FILING, 'requester'],
  ...graph.transitions.flatMap(({ event, guard }) =>
    (guard ? guardLeaves(guard) : []).flatMap((name): [string, Role][] => {
      const role = roleOfGuard[name];
      return role ? [[event, role]] : [];
    }),
  ),
]);

/** What the machine asks of an event beside its sender; null where the log tells nothing of it. */
function factsOf(event: LoggedCase['events'][number]): string | null {
  const ground = valueIn(event, 'ground');
  const due = Date.parse(valueIn(event, 'answerDueAt') ?? '');
  const facts = { ...(ground && { ground }), ...(!Number.isNaN(due) && { answerDueAt: due }) };
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}
