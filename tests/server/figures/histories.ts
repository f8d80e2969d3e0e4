import { beforeAll, beforeEach } from 'vitest';
import { type ApplicationState, codeOf } from '#contract/stored-application.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { rebuildOutdatedProjections } from '#server/figures/projection.ts';
import { insertMissing, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { callersOf } from '#tests/server/callers.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';

/** One entry of an invented history. */
export interface Entry {
  at: number;
  event: string;
  from: ApplicationState | null;
  to: ApplicationState;
  role: 'requester' | 'reviewer' | 'clock';
  facts?: Record<string, unknown>;
}

export interface History {
  number: string;
  kind: ApplicationKind;
  entries: Entry[];
  dueAt: number | null;
}

const HOUR = 3_600_000;

/** Moves from each state, written by hand: event, target, role, and how often of ten. */
const moves: Record<string, [string, ApplicationState, Entry['role'], number][]> = {
  'qualification.submitted': [
    ['review.start', 'qualification.underReview', 'reviewer', 8],
    ['application.terminate', 'terminated.byRequester', 'requester', 1],
    ['application.refuse', 'terminated.byHolder', 'reviewer', 1],
  ],
  'qualification.underReview': [
    ['qualification.pass', 'dataRequest.awaited', 'reviewer', 6],
    ['information.request', 'qualification.informationRequired', 'reviewer', 3],
    ['application.refuse', 'terminated.byHolder', 'reviewer', 1],
  ],
  'qualification.informationRequired': [
    ['information.supply', 'qualification.underReview', 'requester', 6],
    ['deadline.extend', 'qualification.informationRequired', 'reviewer', 1],
    ['information.withdraw', 'qualification.underReview', 'reviewer', 1],
    ['deadline.passed', 'terminated.byHolder', 'clock', 1],
    ['application.terminate', 'terminated.byRequester', 'requester', 1],
  ],
  'dataRequest.awaited': [
    ['data.request', 'dataRequest.underReview', 'requester', 7],
    ['deadline.extend', 'dataRequest.awaited', 'reviewer', 1],
    ['deadline.passed', 'terminated.byHolder', 'clock', 2],
  ],
  'dataRequest.underReview': [
    ['data.approve', 'approved', 'reviewer', 5],
    ['information.request', 'dataRequest.informationRequired', 'reviewer', 3],
    ['sharing.withhold', 'dataRequest.withheld', 'reviewer', 1],
    ['application.refuse', 'terminated.byHolder', 'reviewer', 1],
  ],
  'dataRequest.informationRequired': [
    ['information.supply', 'dataRequest.underReview', 'requester', 8],
    ['application.terminate', 'terminated.byRequester', 'requester', 2],
  ],
  'dataRequest.withheld': [
    ['sharing.resume', 'dataRequest.underReview', 'reviewer', 7],
    ['application.refuse', 'terminated.byHolder', 'reviewer', 2],
  ],
  approved: [
    ['sharing.suspend', 'suspended', 'reviewer', 2],
    ['approval.withdraw', 'dataRequest.underReview', 'reviewer', 1],
  ],
  suspended: [
    ['sharing.resume', 'approved', 'reviewer', 6],
    ['sharing.end', 'terminated.byHolder', 'reviewer', 1],
  ],
  // Back to the state before its end.
  'terminated.byHolder': [['application.reopen', 'qualification.submitted', 'reviewer', 1]],
};

export const filedAt = (at: number): Entry => ({
  ...{ at, event: 'application.file', from: null, to: 'qualification.submitted' },
  role: 'requester',
});

/** Decisions that only a user's application has. */
const ofUsers = ['sharing.withhold'];
/** Events that require the link to the vehicle. */
const ofLinked = ['data.request', 'data.approve'];
const decided = ['approved', 'suspended', 'terminated.byRequester', 'terminated.byHolder'];

/** Facts without which the machine would not accept an event. */
const factsOf: Record<string, (at: number, kind: ApplicationKind) => Record<string, unknown>> = {
  'application.refuse': (_, kind) => ({
    ground: kind === 'personal' ? 'userNotIdentified' : 'dataNotControlled',
  }),
  'deadline.extend': (at) => ({ answerDueAt: at + 1000 * 24 * HOUR }),
  'approval.withdraw': () => ({ fetchedAt: null }),
};

/** Decisions that change the state and can be undone for some seconds. */
const undoable = [
  ...['review.start', 'qualification.pass', 'information.request', 'application.refuse'],
  ...['data.approve', 'sharing.withhold', 'sharing.suspend'],
];

/** The events that count: no undone decision, nor its undoing. */
export const effectiveOf = ({ entries }: Pick<History, 'entries'>): Entry[] =>
  entries.filter(
    ({ event }, index) =>
      event !== 'decision.undo' && entries[index + 1]?.event !== 'decision.undo',
  );

/** The events that change the state, in their order: all but those of the vehicle's link. */
export const movesOf = (history: Pick<History, 'entries'>): Entry[] =>
  effectiveOf(history).filter(({ from, to }) => from !== to);

/** Returns a generator of pseudo-random numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Invented histories that the machine allows, some of them still open. */
export function inventHistories(count: number, begin: number): History[] {
  const next = random(7);
  return Array.from({ length: count }, (_, index) => {
    const kind = next() < 0.8 ? 'personal' : 'public';
    let at = begin + Math.floor(next() * 300 * 24) * HOUR;
    const entries = [filedAt(at)];
    let isLinked = true;
    const wait = () => {
      at += Math.ceil(next() ** 3 * 60 * 24) * HOUR + (index % 1000);
      return at;
    };
    const changeLink = (to: ApplicationState) => {
      isLinked = !isLinked;
      const event = isLinked ? 'link.renewed' : 'link.ended';
      entries.push({ at: wait(), event, from: to, to, role: 'clock', facts: { endedAt: at } });
    };
    while (next() > 0.06) {
      const from = entries.at(-1)?.to as ApplicationState;
      if (kind === 'personal' && !decided.includes(from) && next() < 0.15) changeLink(from);
      const choices = moves[from];
      if (!choices) break;
      let left = Math.floor(next() * 10);
      const choice = choices.find(([, , , weight]) => {
        left -= weight;
        return left < 0;
      });
      if (!choice || (kind === 'public' && ofUsers.includes(choice[0]))) break;
      const [event, target, role] = choice;
      const effective = effectiveOf({ entries });
      const extended = effective.findLastIndex((entry) => entry.event === 'deadline.extend');
      const isExtended = extended > effective.findLastIndex((entry) => entry.from !== entry.to);
      if (event === 'deadline.passed' && isExtended) break;
      if (!isLinked && ofLinked.includes(event)) changeLink(from);
      const last = effectiveOf({ entries }).at(-1)?.from ?? target;
      const isDirect = event === 'review.start' && kind === 'public';
      const to =
        event === 'application.reopen' ? last : isDirect ? 'dataRequest.underReview' : target;
      const facts = factsOf[event]?.(at, kind);
      entries.push({ at: wait(), event, from, to, role, ...(facts && { facts }) });
      if (!undoable.includes(event) || next() > 0.1) continue;
      at += 5000;
      entries.push({ at, event: 'decision.undo', from: to, to: from, role });
    }
    const isOpen = !decided.includes(entries.at(-1)?.to ?? '');
    return {
      number: `VD-20260101-${index.toString().padStart(6, '0')}`,
      kind,
      entries,
      dueAt: isOpen ? at + Math.floor(next() * 60 * 24) * HOUR : null,
    };
  });
}

export const NOW = Date.parse('2026-11-20T10:00:00Z');

/** A portal with these histories, an analyst and a reviewer, for a file or for each test. */
export function portalWith(histories: readonly History[], portalOf = portalOfFile) {
  const before = portalOf === portalOfFile ? beforeAll : beforeEach;
  const portal = portalOf(() => startPortal({ now: NOW }));
  before(() => writeHistories(portal.services, histories), 120_000);
  const staff = { analyst: ['analyst'], reviewer: ['reviewer'] } as const;
  const { analyst, reviewer } = callersOf(portal, staff, before);
  before(() => portal.clock.set(NOW));
  return { portal, analyst, reviewer };
}

/** Writes histories to the database. */
export async function writeHistories(
  services: Services,
  histories: readonly History[],
): Promise<void> {
  const { db } = services.store;
  const someone = { id: 'someone', email: 'someone@example.eu', is_reviewer: 0, language: 'en' };
  await insertMissing(db, 'account', { ...someone, created_at: 0 });
  await insertRows(db, 'application', histories.map(applicationRow));
  const entries = histories.flatMap((history) =>
    history.entries.map((entry, revision) => entryRow(history, entry, revision)),
  );
  await insertRows(db, 'history_entry', entries);
  await rebuildOutdatedProjections(services);
}

function applicationRow({ number, kind, entries, dueAt }: History) {
  const last = entries.at(-1) as Entry;
  return {
    number,
    kind,
    requester_id: 'someone',
    state: last.to,
    code: codeOf(last.to),
    revision: entries.length - 1,
    answer_due_at: null,
    link_ended_at: null,
    contact_confirmed_at: null,
    submission_id: number,
    purpose: 'ownInformation',
    vehicle_id: null,
    form_json: '{}',
    data_request_json: null,
    information_request: null,
    information_items: null,
    refusal_ground: null,
    created_at: entries[0]?.at ?? 0,
    updated_at: last.at,
    due_at: dueAt,
    assignee_id: null,
    requester_name: '',
    reminded_revision: -1,
    handed_over_by: null,
    last_decision_json: null,
  } satisfies Schema['application'];
}

function entryRow({ number }: History, entry: Entry, revision: number) {
  const { at, event, from, to, role, facts } = entry;
  return {
    application_number: number,
    revision,
    at,
    actor_id: role === 'requester' ? 'someone' : role === 'clock' ? 'clock' : 'a reviewer',
    role,
    event,
    from_state: from,
    to_state: to,
    text: null,
    facts_json: facts ? JSON.stringify(facts) : null,
  };
}
