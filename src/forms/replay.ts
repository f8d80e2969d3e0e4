import { initialTransition, transition } from 'xstate';
import * as z from 'zod/mini';
import type { deviationReasons } from '#contract/figure-codes.ts';
import {
  applicationSnapshot,
  isApplicationState,
  storedApplication,
} from '#contract/stored-application.ts';
import { storedJson } from '#contract/stored-json.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import {
  type ApplicationContext,
  type ApplicationKind,
  type ApplicationSnapshot,
  applicationMachine,
} from '#machines/application.machine.ts';

interface Entry {
  revision: number;
  at: number;
  actor_id: string;
  role: 'requester' | 'reviewer' | 'clock';
  event: string;
  from_state: string | null;
  to_state: string;
  facts_json: string | null;
}
interface Subject {
  kind: ApplicationKind;
  isForThirdParty: boolean;
  requester_id: string;
  state: string;
  revision: number;
}

interface Problem {
  reason: (typeof deviationReasons)[number];
  guard: string | null;
}

type Deviation<E extends Entry> = { entry: E } & Problem;

const storedFacts = storedJson(z.looseObject({ answerDueAt: z.optional(z.nullable(z.number())) }));

/**
 * Placeholder for an answer deadline that is unknown after a deviation. `eventOf` replays
 * `deadline.passed` as if the deadline were over, and all other events as if it were not.
 */
const UNKNOWN_DATE = 0;

/** Replays a history through the machine. Continues from the recorded state after a deviation. */
export function replay<E extends Entry>(subject: Subject, history: readonly E[]): Deviation<E>[] {
  const deviations: Deviation<E>[] = [];
  let before: ApplicationSnapshot | null = null;
  let last: E | undefined;
  for (const entry of history) {
    const replayed: Step = last ? step(before, entry) : filing(subject, entry);
    const problem: Problem | null = isNext(last, entry) ? replayed.problem : GAP;
    if (problem) deviations.push({ entry, ...problem });
    before = problem ? recordedSnapshot(subject, entry) : replayed.after;
    last = entry;
  }
  const isWhereItIs = last?.to_state === subject.state && last.revision === subject.revision;
  if (last && !isWhereItIs && deviations.at(-1)?.entry !== last)
    deviations.push({ entry: last, reason: 'end', guard: null });
  return deviations;
}

const GAP: Problem = { reason: 'gap', guard: null };

function isNext(last: Entry | undefined, { from_state, revision }: Entry): boolean {
  if (!last) return from_state === null && revision === 0;
  return from_state === last.to_state && revision === last.revision + 1;
}

interface Step {
  problem: Problem | null;
  after: ApplicationSnapshot | null;
}

function filing(subject: Subject, entry: Entry): Step {
  const isFiling = entry.event === 'application.file' && entry.actor_id === subject.requester_id;
  if (!isFiling) return { problem: { reason: 'event', guard: null }, after: null };
  return comparedStep(initialTransition(applicationMachine, inputOf(subject)), entry);
}

function step(before: ApplicationSnapshot | null, entry: Entry): Step {
  if (!before) return { problem: { reason: 'event', guard: null }, after: null };
  const event = eventOf(before.context, entry);
  if (before.can(event)) return comparedStep(transition(applicationMachine, before, event), entry);
  const guard = failedGuard(before, event);
  return { problem: { reason: guard ? 'guard' : 'event', guard }, after: null };
}

function comparedStep([after]: readonly [ApplicationSnapshot, unknown], { to_state }: Entry): Step {
  const isThere = storedApplication(after).state === to_state;
  return { problem: isThere ? null : { reason: 'target', guard: null }, after };
}

function eventOf({ answerDueAt }: ApplicationContext, entry: Entry): ApplicationEvent {
  const isInUnknownTime = answerDueAt === UNKNOWN_DATE && entry.event !== 'deadline.passed';
  return {
    at: isInUnknownTime ? UNKNOWN_DATE - 1 : entry.at,
    answerDueAt: UNKNOWN_DATE,
    ...storedFacts.read(entry.facts_json ?? '{}'),
    type: entry.event,
    // Histories do not record whether the sender was a lead.
    by: { role: entry.role, id: entry.actor_id, isLead: true },
    revision: entry.revision - 1,
  } as ApplicationEvent;
}

function recordedSnapshot(subject: Subject, entry: Entry): ApplicationSnapshot | null {
  const { to_state: state, revision } = entry;
  if (!isApplicationState(state)) return null;
  const facts = storedFacts.read(entry.facts_json ?? '{}');
  const answerDueAt = facts.answerDueAt ?? UNKNOWN_DATE;
  const endedIn = entry.from_state;
  return applicationSnapshot({ ...inputOf(subject), state, revision, answerDueAt, endedIn });
}

function inputOf({ kind, requester_id: requester, isForThirdParty }: Subject) {
  return { kind, isForThirdParty, requester };
}

let recorder: Recorder | undefined;

function failedGuard({ value, context }: ApplicationSnapshot, event: ApplicationEvent) {
  recorder ??= new Recorder(applicationMachine);
  const before = recorder.machine.resolveState({ value, context });
  const { decisions } = recorder.step(before, event);
  return decisions.find(({ guard, held }) => guard !== null && !held)?.guard ?? null;
}
