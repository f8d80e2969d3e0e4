import { type Kysely, sql } from 'kysely';
import { transition } from 'xstate';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import {
  type ApplicationEvent,
  type ApplicationKind,
  type ApplicationState,
  applicationMachine,
  applicationSnapshot,
  applicationStates,
  storedApplication,
} from '#machines/application.machine.ts';
import { isLawfulGround, type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';

type Conformance = DataOf<typeof endpoints.chartConformance>;
type Deviation = Conformance['deviations'][number];

const grounds = Object.keys(refusalGrounds) as RefusalGround[];

/** Numbers that are told of each deviation. */
const CASES = 20;

/** Steps that are alike for the machine: it looks at nothing else of an application. */
interface Alike {
  kind: ApplicationKind;
  role: 'requester' | 'reviewer' | 'clock';
  is_own: number;
  previous: string | null;
  from_state: string | null;
  event: string;
  to_state: string;
  is_end: number;
  count: number | string;
}

/**
 * Replays the history of every application through the machine. What the machine decides depends
 * on kind, state, event and sender alone, so steps that are alike in these are replayed once and
 * counted in the database. Dates to answer by are not in the history: that one had passed is taken
 * from the entry that says so.
 */
export async function conformance(
  { store: { db } }: Services,
  { withCases }: { withCases: boolean },
): Promise<Conformance> {
  const alike = await steps(db).execute();
  const { applications } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number | string>().as('applications'))
    .executeTakeFirstOrThrow();
  const deviations: Deviation[] = [];
  for (const step of alike) {
    const reason = reasonOf(step);
    if (!reason) continue;
    const { kind, role, event, from_state: from, to_state: to } = step;
    const cases = withCases ? await casesOf(db, step) : [];
    deviations.push({ kind, role, event, from, to, reason, count: Number(step.count), cases });
  }
  return {
    applications: Number(applications),
    steps: alike.reduce((sum, { count }) => sum + Number(count), 0),
    deviations,
  };
}

const isOwn = sql<number>`case when h.actor_id = a.requester_id then 1 else 0 end`;
/** 1 where the history goes on, or ends where the application is; 0 where the two disagree. */
const isEnd = sql<number>`case when h.revision <> a.revision or h.to_state = a.state then 1 else 0 end`;

function told(db: Kysely<Schema>) {
  return db
    .selectFrom('history_entry as h')
    .innerJoin('application as a', 'a.number', 'h.application_number')
    .leftJoin('history_entry as p', (join) =>
      join
        .onRef('p.application_number', '=', 'h.application_number')
        .on('p.revision', '=', sql<number>`h.revision - 1`),
    );
}

function steps(db: Kysely<Schema>) {
  return told(db)
    .select(['a.kind', 'h.role', 'h.from_state', 'h.event', 'h.to_state'])
    .select(['p.to_state as previous', isOwn.as('is_own'), isEnd.as('is_end')])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy(['a.kind', 'h.role', 'h.from_state', 'h.event', 'h.to_state', 'p.to_state'])
    .groupBy([isOwn, isEnd])
    .$castTo<Alike>();
}

async function casesOf(db: Kysely<Schema>, step: Alike): Promise<string[]> {
  const rows = await told(db)
    .select('a.number')
    .distinct()
    .where('a.kind', '=', step.kind)
    .where('h.role', '=', step.role)
    .where('h.event', '=', step.event)
    .where(sql<string>`h.to_state`, '=', step.to_state)
    .where(sql<string>`coalesce(h.from_state, '')`, '=', step.from_state ?? '')
    .where(sql<string>`coalesce(p.to_state, '')`, '=', step.previous ?? '')
    .where(isOwn, '=', step.is_own)
    .where(isEnd, '=', step.is_end)
    .orderBy('a.number')
    .limit(CASES)
    .execute();
  return rows.map(({ number }) => number);
}

/** Why the machine would not have allowed a step; null when it would. */
function reasonOf(step: Alike): Deviation['reason'] | null {
  if (step.from_state !== step.previous) return 'gap';
  if (!step.is_end) return 'end';
  if (step.from_state === null) {
    const isFiling = step.event === 'application.file' && step.to_state === applicationStates[0];
    return isFiling ? null : 'event';
  }
  const from = step.from_state as ApplicationState;
  if (!applicationStates.includes(from)) return 'gap';
  const target = replayed(step, from);
  if (target !== null) return target === step.to_state ? null : 'target';
  return permitted(step, from) ? 'sender' : 'event';
}

/** Where the machine leads when it is sent what the history tells; null when it refuses. */
function replayed(step: Alike, state: ApplicationState): string | null {
  const requester = 'the requester';
  const before = applicationSnapshot({
    kind: step.kind,
    requester,
    state,
    revision: 0,
    answerDueAt: 0,
  });
  const sent = {
    type: step.event,
    by: { role: step.role, id: step.is_own ? requester : 'somebody else' },
    revision: 0,
    answerDueAt: 1,
    at: 1,
    ground: grounds.find((ground) => isLawfulGround(ground, step.kind)),
  } as unknown as ApplicationEvent;
  if (!before.can(sent)) return null;
  return storedApplication(transition(applicationMachine, before, sent)[0]).state;
}

/** Whether another sender could have made the step. */
function permitted(step: Alike, from: ApplicationState): boolean {
  const others = [
    { role: 'requester', is_own: 1 },
    { role: 'reviewer', is_own: 0 },
    { role: 'clock', is_own: 0 },
  ] as const;
  return others.some((sender) => replayed({ ...step, ...sender }, from) !== null);
}
