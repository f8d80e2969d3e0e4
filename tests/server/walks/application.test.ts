import { afterAll, describe, expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { approvalKinds } from '#contract/four-eyes.ts';
import { applicationSnapshot, storedApplication } from '#contract/stored-application.ts';
import type { ConcreteStep, ConcreteWalk } from '#lib/statechart/paths/concrete-walks.ts';
import type { Criterion } from '#lib/statechart/paths/criteria.ts';
import type { Actor, ApplicationEvent } from '#machines/application.events.ts';
import type { ApplicationSnapshot } from '#machines/application.machine.ts';
import { applicationScenario } from '#machines/application.scenario.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { saveSetting } from '#server/applications/deadlines/desk-settings.ts';
import { syncVehicleLink } from '#server/applications/entitlement.ts';
import {
  filingMails,
  firstCode,
  type Party,
  type Place,
  shownBy,
  undoable,
} from '#tests/machines/oracle/life.ts';
import { verdictOfStep } from '#tests/machines/oracle/observed.ts';
import { expectSum } from '#tests/server/applications/deadlines/clock-sum.ts';
import { ordered, row, rows } from '#tests/server/fixture.ts';
import { completeExtent, givenRequest } from '#tests/server/public-request.ts';
import {
  personalForm,
  requestAt,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import type { HttpAnswer } from '../over-http.ts';
import { type SentMail, sentMail } from './sent-mail.ts';
import { servedPortal } from './served-portal.ts';

const DESK = 'desk@example.eu';
const AUTHORITY = 'authority@example.eu';
const RECIPIENT = 'repair@example.com';
const OWNER = 'owner@example.eu';
const DAY = 86_400_000;

/** The chart's events as the server accepts them: a deadline is the end of a day. */
const scenario = {
  ...applicationScenario,
  samples: (snapshot: never, now: number) =>
    applicationScenario.samples(snapshot, now).map((sample) => {
      const event = sample.event as unknown as ApplicationEvent;
      if (!('answerDueAt' in event) || event.answerDueAt === null) return sample;
      const answerDueAt = endOfDay(event.answerDueAt);
      return { ...sample, event: { ...event, answerDueAt } as never };
    }),
};
const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'application',
  scenario,
  // `tests/machines/walks.test.ts` tries every event in every state, and every pair, without a server.
  // Over HTTP, `WALKS=samples` and `WALKS=pairs` do.
  criteria: process.env.WALKS ? [process.env.WALKS as Criterion] : ['transitions', 'guards'],
});

let mail: SentMail;
/** Account ids by the names in the scenario. */
const people: Record<string, { token: string; id: string }> = {};
/** Number of a request by which another body received the same data. */
let given: string;
/** Files of the agreement with the third party of the application. */
let agreement: string[] = [];
const { portal, call: callOverHttp } = servedPortal(walks, async () => {
  const started = await startSeededPortal({
    DESK_MAILBOX: DESK,
    AUTHORITY_MAILBOX: AUTHORITY,
    ANSWER_DAYS: '14',
    UNDO_MS: String(UNDO_MS),
    // The scenario counts days in UTC.
    TIME_ZONE: 'UTC',
  });
  const { tokens, services } = started;
  for (const [name, token] of Object.entries({
    owner: tokens.owner,
    stranger: tokens.stranger,
    reviewer: tokens.reviewer,
    lead: await started.signIn('lead@example.eu'),
    colleague: await started.signIn('colleague@example.eu'),
  })) {
    const { data } = await started.call('currentUser', {}, { token });
    people[name] = { token, id: data.id };
  }
  given = await givenRequest(started, tokens.stranger, { departmentName: 'Water Board' });
  await services.store.db.deleteFrom('job').execute();
  mail = await sentMail(services);
  return started;
});
afterAll(() => mail.close());

// In this order: each part continues the one before, and the last test checks all of them.
describe('the walks', { shuffle: false }, () => {
  describe.each(walks.walks)('$name', ({ walk }) => {
    let number: string;
    let history: [string, string][];
    let model: ApplicationSnapshot;
    let place: Place;
    /** The rows after a rejection, until an event is accepted. */
    let unchanged: Rows | null = null;
    let isCompared = false;
    /** Letters of the last decision that are not due yet. */
    let waiting: string[] = [];
    /** The last event is a refusal that the authority is mailed about. */
    let isRefusalNotified = false;
    test('is filed', async () => {
      walks.begin(walk);
      ({ number, history } = await filed(walk));
      [model, place] = [walk.start.snapshot as ApplicationSnapshot, firstCode as Place];
    });
    afterAll(async () => {
      // Later walks must neither end this application nor send its last letter.
      const { db } = portal.services.store;
      await db.updateTable('application').set({ answer_due_at: null }).execute();
      await db.deleteFrom('job').where('kind', '=', 'mail').execute();
    });
    test.each(partsOf(walk.steps))('from step $from', async ({ steps }) => {
      for (const step of steps) {
        const wanted = verdictOfStep(model, step);
        const undoableUntil = (model.context.lastDecision?.at ?? 0) + UNDO_MS;
        if (waiting.length > 0 && step.sent.at >= undoableUntil) {
          portal.clock.set(undoableUntil);
          expect(await mail.arrived(waiting.length)).toEqual(waiting);
          waiting = [];
        }
        portal.clock.set(step.sent.at);
        await putOnRole(step);
        await putSecond(step, number);
        await putFetched(step, number);
        const before = isNotAccepted(step) ? (unchanged ?? (await rowsOf(number))) : null;
        unchanged = null;
        const answer = await sent(step, number, history.length - 1);
        if (before) {
          if (answer && !(answer.status === 200 && isSentAgain(step, history)))
            expect(Math.floor(answer.status / 100), step.sent.name).toBe(4);
          unchanged = await rowsOf(number);
          expect(unchanged, step.sent.name).toEqual(before);
        } else {
          expect(answer?.status ?? 200, step.sent.name).toBe(200);
          if (!assignments.has(step.sent.event.type))
            history.push([step.sent.event.type, stateOf(step)]);
          // The link that a first approval mailed to the recipient stays valid.
          const isInvited = withoutUndone(history)
            .slice(0, -1)
            .some(([event]) => event === 'data.approve');
          const written = addresses(wanted?.mails).filter(
            (address) => !(isInvited && address === RECIPIENT),
          );
          const isWaiting = undoable.includes(step.sent.event.type);
          const isStanding = !assignments.has(step.sent.event.type);
          const isUndone = step.sent.event.type === 'decision.undo';
          // The authority is notified that a refusal was taken back if it was notified of it.
          if (isRefusalNotified && step.sent.event.type === 'application.reopen')
            written.push(AUTHORITY);
          // An undone reopening leaves the refusal.
          if (isStanding && !isUndone && step.sent.event.type !== 'application.reopen')
            isRefusalNotified =
              step.sent.event.type === 'application.refuse' && written.includes(AUTHORITY);
          const addressees = [
            ...(isStanding && !isUndone ? waiting : []),
            ...(isWaiting ? [] : written),
            ...receiverOf(step, model),
          ].sort();
          if (isStanding) waiting = isWaiting ? written.sort() : [];
          expect(await mail.arrived(addressees.length), step.sent.name).toEqual(addressees);
          place = wanted?.place ?? place;
        }
        // By the table written by hand, not by the chart.
        expect(wanted === null, step.sent.name).toBe(isNotAccepted(step));
        // Without a changed row the views are unchanged.
        if (!before || !isCompared)
          await expectSame(step, number, history, shownBy(place, model.context.kind).code);
        isCompared = true;
        model = step.result.snapshot as ApplicationSnapshot;
        walks.took(step);
      }
    });
  });
});

test('every event of the chart has a sender', () => {
  const declared = walks.found.graph.transitions.filter(({ kind }) => kind === 'event');
  const types = new Set(declared.map(({ event }) => event));
  expect([...types].sort()).toEqual([...Object.keys(calls), ...ofTheClock].sort());
});

/** The history that requesters see. */
const withoutUndone = (history: [string, string][]) =>
  history.filter(
    ([event], index) => event !== 'decision.undo' && history[index + 1]?.[0] !== 'decision.undo',
  );

/** Returns true when a rejected event was already accepted on its revision, so that it may be a repeat. */
function isSentAgain({ sent }: ConcreteStep, history: readonly [string, string][]): boolean {
  const { type, revision } = sent.event as unknown as ApplicationEvent;
  return history[revision + 1]?.[0] === type;
}

/** Parts of a walk that are short enough for the timeout on a loaded machine. */
function partsOf(steps: readonly ConcreteStep[]): { from: number; steps: ConcreteStep[] }[] {
  const length = 250;
  const parts = [];
  for (let from = 0; from < steps.length; from += length)
    parts.push({ from, steps: steps.slice(from, from + length) });
  return parts;
}

/** Events that the server's clock sends. */
const ofTheClock = ['deadline.passed', 'link.ended', 'link.renewed'];

/** Call that sends an event, with its input apart from number and revision. */
const calls: Record<string, [name: EndpointName, input?: (step: ConcreteStep) => object]> = {
  'review.start': ['deskStartReview'],
  'qualification.pass': ['deskPassQualification'],
  'information.request': [
    'deskRequestInformation',
    ({ sent }) => ({ text: 'Please add it.', dueOn: dayDue(sent.event) }),
  ],
  'information.supply': ['qualificationReviewSup', () => ({ text: 'Here it is.', files: [] })],
  'data.request': [
    'personDataApplication',
    ({ sent }) => ({ form: { ...requestAt(sent.at), agreement } }),
  ],
  'data.approve': [
    'deskApprove',
    ({ result }) => {
      const { kind } = (result.snapshot as ApplicationSnapshot).context;
      // Without a remark, an approval is mailed with its report only.
      return kind === 'public'
        ? { extent: completeExtent(before(scenario.epoch)) }
        : { text: 'Two signals are not recorded.' };
    },
  ],
  'sharing.withhold': ['deskWithhold', () => ({ text: 'The agreed access control is missing.' })],
  'sharing.suspend': ['deskSuspend', () => ({ text: 'The calibration data were published.' })],
  'sharing.resume': ['deskResume'],
  'application.terminate': ['terminateOrder'],
  'application.refuse': [
    'deskRefuse',
    ({ sent }) => {
      const { ground } = sent.event as unknown as { ground: string };
      const named = ground === 'alreadyProvided' ? { earlier: given } : {};
      return { ground, text: 'Because of that.', ...named };
    },
  ],
  'deadline.extend': ['deskExtendDeadline', ({ sent }) => ({ dueOn: dayDue(sent.event) })],
  'information.withdraw': ['deskWithdrawQuestion'],
  'approval.withdraw': ['deskWithdrawApproval', () => ({ text: 'It was approved by mistake.' })],
  'sharing.end': ['deskEndSharing', () => ({ text: 'The measures will not be taken.' })],
  'application.reopen': ['deskReopen', () => ({ text: 'It was ended by mistake.' })],
  'decision.undo': ['deskUndo'],
  'application.take': ['deskTake'],
  'application.handOver': [
    'deskHandOver',
    ({ sent }) => {
      const { to } = sent.event as unknown as { to: { id: string } };
      return { to: people[to.id]?.id };
    },
  ],
  'application.release': ['deskRelease'],
};
const dayDue = (event: unknown) =>
  new Date((event as { answerDueAt: number }).answerDueAt).toISOString().slice(0, 10);

/** Assignments have no revision and are recorded in the audit log. */
const assignments = new Set(['application.take', 'application.handOver', 'application.release']);

/** Sends the event of a step; returns null when its sender has no call for it. */
async function sent(
  step: ConcreteStep,
  number: string,
  current: number,
): Promise<HttpAnswer | null> {
  const event = step.sent.event as unknown as ApplicationEvent;
  const { role, id } = event.by;
  if (event.type === 'deadline.passed') {
    // The server's clock uses the current revision.
    if (role === 'clock' && event.revision === current) await passDeadlines(portal.services);
    return null;
  }
  if (event.type === 'link.ended' || event.type === 'link.renewed') {
    const isSent = role === 'clock' && event.revision === current;
    // A link that has already ended does not end again: the clock finds no change.
    if (isSent && isNotAccepted(step)) await syncVehicleLink(portal.services, number);
    else if (isSent) await setLink(number, event.type === 'link.ended' ? event.endedAt : null);
    return null;
  }
  const [call, inputOf = () => ({})] = calls[event.type] ?? [];
  const person = people[id];
  if (!call || !person) return null;
  // Every session is a requester's; only an account of the desk can be a reviewer.
  if (role === 'reviewer' && !call.startsWith('desk') && id === 'owner') return null;
  const isLater = event.type === 'information.supply' && isAboutData(step);
  const name = isLater ? 'personDataApplicationSup' : call;
  const revision = assignments.has(event.type) ? {} : { revision: event.revision };
  const input = { applicationNumber: number, ...revision, ...inputOf(step) };
  return callOverHttp(name, input, person.token);
}

/** Ends or renews the link of the vehicle and runs the clock. */
async function setLink(number: string, until: number | null) {
  await endLinks(portal.services.store, VEHICLE, until);
  // Only of this application: those of other walks must not change.
  await syncVehicleLink(portal.services, number);
}

/** Gives the accounts of an event the roles that it names. */
async function putOnRole({ sent: { event } }: ConcreteStep) {
  const { by, ...more } = event as unknown as ApplicationEvent;
  for (const { role, id, isLead } of 'to' in more ? [more.to, by] : [by])
    await portal.services.store.db
      .updateTable('account')
      .set({ is_reviewer: role === 'reviewer' ? 1 : 0, is_lead: isLead ? 1 : 0 })
      .where('id', '=', people[id]?.id ?? '')
      .execute();
}

/** Requires a second opinion if the event mentions one, and records it. */
async function putSecond({ sent: { event } }: ConcreteStep, number: string) {
  const { type, second } = event as unknown as ApplicationEvent & { second?: Actor | null };
  if (type !== 'data.approve') return;
  const { services } = portal;
  const { db } = services.store;
  await saveSetting(
    { services, trx: db as never },
    'fourEyes',
    second === undefined ? [] : [...approvalKinds],
  );
  await db.deleteFrom('opinion').where('application_number', '=', number).execute();
  if (!second) return;
  const { revision } = await row(services, 'application', { number });
  const giver = people[second.id]?.id ?? '';
  const note = { id: crypto.randomUUID(), application_number: number, at: 0, text: 'Yes.' };
  await db
    .insertInto('note')
    .values({ ...note, author_id: giver })
    .execute();
  const given = { application_number: number, asked_of: giver, agrees: 1, revision } as const;
  await db
    .insertInto('opinion')
    .values({ ...given, question_id: note.id, answer_id: note.id })
    .execute();
  const isReviewer = { is_reviewer: 1 } as const;
  await db.updateTable('account').set(isReviewer).where('id', '=', giver).execute();
}

/** Records whether the report was downloaded, as the event says. */
async function putFetched({ sent: { event } }: ConcreteStep, number: string) {
  const { type, fetchedAt = null } = event as unknown as { type: string; fetchedAt?: number };
  if (type === 'approval.withdraw')
    await portal.services.store.db
      .updateTable('report')
      .set({ fetched_at: fetchedAt })
      .where('application_number', '=', number)
      .execute();
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function rowsOf(number: string) {
  const about = async (table: 'history_entry' | 'supplement' | 'report' | 'mail' | 'audit_entry') =>
    ordered(await rows(portal.services, table as 'mail', { application_number: number }));
  return {
    application: await rows(portal.services, 'application', { number }),
    history: await about('history_entry'),
    supplements: await about('supplement'),
    // Set before each withdrawal of an approval.
    reports: (await about('report')).map((report) => ({ ...report, fetched_at: null })),
    // A letter that is due is sent meanwhile.
    mails: (await about('mail')).map(({ id }) => id),
    log: ordered(await about('audit_entry')),
  };
}

/** Returns true when the supplied information is for the review of the data request. */
function isAboutData({ edge }: ConcreteStep): boolean {
  return walks.found.configurations[edge.from]?.state.startsWith('dataRequest') ?? false;
}

async function filed(walk: ConcreteWalk) {
  const { kind, isForThirdParty } = (walk.start.snapshot as ApplicationSnapshot).context;
  const isPublic = kind === 'public';
  portal.clock.set(scenario.epoch);
  await endLinks(portal.services.store, VEHICLE, null);
  const file = await portal.uploaded();
  agreement = isForThirdParty ? [await portal.uploaded()] : [];
  const recipient = isForThirdParty && {
    thirdParty: {
      name: 'Repair Ltd',
      location: 'Warsaw',
      email: RECIPIENT,
      materials: [],
      agreement,
    },
  };
  const submissionId = crypto.randomUUID();
  const { form } = endpoints.publicApplication.example;
  const answer = isPublic
    ? await callOverHttp(
        'publicApplication',
        { submissionId, form: { ...form, ...before(scenario.epoch), materials: [file] } },
        people.owner?.token,
      )
    : await callOverHttp(
        'personQualificationReview',
        { submissionId, form: { ...personalForm([file]), ...recipient } },
        people.owner?.token,
      );
  expect(answer.message).toBe('OK');
  expect(walk.start.snapshot.value).toEqual({ qualification: 'submitted' });
  expect(await mail.arrived(2)).toEqual(addresses(filingMails));
  const { applicationNumber: number } = answer.data as { applicationNumber: string };
  const history: [string, string][] = [['application.file', 'qualification.submitted']];
  return { number, history };
}

/** A range that ends at a given time. */
function before(at: number) {
  return { from: '2025-01-01T00:00:00Z', to: new Date(at).toISOString() };
}

const addressOf: Record<Party, string> = {
  requester: OWNER,
  desk: DESK,
  authority: AUTHORITY,
  recipient: RECIPIENT,
};
const addresses = (parties: readonly Party[] = []) => parties.map((one) => addressOf[one]).sort();

/** Accounts that are mailed about a handover to others, or about its return. */
function receiverOf({ sent }: ConcreteStep, { context }: ApplicationSnapshot): string[] {
  const event = sent.event as unknown as ApplicationEvent;
  if (event.type === 'application.handOver' && event.to.id !== event.by.id)
    return [`${event.to.id}@example.eu`];
  const isTakenBack = event.type === 'application.take' && context.handedOverBy === event.by.id;
  return isTakenBack ? [`${context.assignee}@example.eu`] : [];
}

/** Expects the stored row, both sides' views and their actions to match the model. */
async function expectSame(
  step: ConcreteStep,
  number: string,
  history: [string, string][],
  code: number,
) {
  const model = step.result.snapshot as ApplicationSnapshot;
  const stored = storedApplication(model);
  const { requester: _, assignee, handedOverBy, endedIn, lastDecision, ...expected } = stored;
  const { data } = await callOverHttp(
    'applicationDetails',
    { applicationNumber: number },
    people.owner?.token,
  );
  const record = data as ApplicationRecord;
  expect(record).toMatchObject({ ...expected, code });
  expect(record.history.map(({ event, to }) => [event, to])).toEqual(withoutUndone(history));
  const [row] = await rows(portal.services, 'application', { number });
  expectSum(record.clock);
  expect(row?.due_at).toBe(record.answerDueAt ?? record.clock.dueAt);
  expect(row?.assignee_id).toBe(assignee && people[assignee]?.id);
  expect(row?.handed_over_by).toBe(handedOverBy && people[handedOverBy]?.id);
  const shown = applicationSnapshot({
    ...record,
    requester: 'owner',
    assignee,
    handedOverBy,
    endedIn,
    lastDecision,
  });
  expect([...shown.tags]).toEqual([...model.tags]);
  for (const { name, event } of scenario.samples(model as never, step.sent.at))
    expect(shown.can(event as never), name).toBe(model.can(event as never));
  expect(record.report !== null).toBe(['approved', 'suspended'].includes(endedIn ?? record.state));
}

function stateOf({ result }: ConcreteStep): string {
  return storedApplication(result.snapshot as ApplicationSnapshot).state;
}

/** The last millisecond of the day that contains a time. */
function endOfDay(at: number): number {
  return at - (at % DAY) + DAY - 1;
}
