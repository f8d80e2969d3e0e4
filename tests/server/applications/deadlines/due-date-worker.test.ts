import { beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { lease, nextDue } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { callersOf } from '#tests/server/callers.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { recalculateDueDates } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const RECEIPT = Date.parse('2026-11-20T10:00:00Z');
/** 30 working days later. 6 January is a holiday in Poland, 6 January and 8 December in Spain. */
const BELGIAN = Date.parse('2027-01-12T22:59:59.999Z');
const POLISH = Date.parse('2027-01-13T22:59:59.999Z');
const SPANISH = Date.parse('2027-01-14T22:59:59.999Z');
const REQUESTS = 250;
const numberOf = (index: number) => `VD-20261120-K${String(index).padStart(7, '0')}`;
const all = Array.from({ length: REQUESTS }, (_, index) => numberOf(index));

const portal = portalOfFile(startSeededPortal);
const { lead } = callersOf(portal, { lead: ['lead'] });
let store: Store;
beforeAll(async () => {
  store = portal.services.store;
  const { number } = await portal.applicationAt('submitted');
  const like = await row(portal.services, 'application', { number });
  const { example } = endpoints.publicApplication;
  const form = { ...example.form, type: 'publicInterestTask' };
  await store.transact(async (trx) => {
    await trx
      .insertInto('application')
      .values(
        all.map((number) => ({
          ...like,
          number,
          submission_id: number,
          kind: 'public',
          form_json: JSON.stringify(form),
        })),
      )
      .execute();
    const entry = { revision: 0, at: RECEIPT, actor_id: 'x', role: 'requester' } as const;
    const filing = { event: 'application.file', to_state: 'qualification.submitted' } as const;
    const rest = { from_state: null, text: null, facts_json: null };
    await trx
      .insertInto('history_entry')
      .values(all.map((number) => ({ application_number: number, ...entry, ...filing, ...rest })))
      .execute();
  });
});
beforeEach(async () => {
  portal.clock.set(RECEIPT);
  await store.db.deleteFrom('desk_setting').execute();
  await store.db.deleteFrom('job').where('kind', '=', 'dueDates').execute();
  await changeRows(portal.services, 'application', { kind: 'public' }, { due_at: BELGIAN });
});

const settle = (holidays: string) => portal.granted('deskSettingsChange', { holidays }, lead);

async function dueDates(): Promise<Set<number | null>[]> {
  const requests = await rows(portal.services, 'application', { kind: 'public' });
  const dates = requests
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ due_at }) => due_at);
  return [0, 100, 200].map((from) => new Set(dates.slice(from, from + 100)));
}

const queued = () =>
  store.db.selectFrom('job').select(['subject', 'last_error']).where('kind', '=', 'dueDates');

/** Services one minute later that run `concurrentChange` before their nth transaction. */
function meeting(nth: number, concurrentChange: () => Promise<void>): Services {
  let count = 0;
  const transact: Store['transact'] = async (work) => {
    if (++count === nth) await concurrentChange();
    return store.transact(work);
  };
  return { ...portal.services, now: () => RECEIPT + 60_000, store: { ...store, transact } };
}

// The worker's first transaction takes the job, each later one is a batch.
const THIRD_BATCH = 4;

test('a change of the holidays queues one job, and the worker recalculates the due dates', async () => {
  await settle('PL');
  expect(await dueDates()).toEqual(Array(3).fill(new Set([BELGIAN])));
  expect(await queued().execute()).toEqual([{ subject: 'public', last_error: null }]);
  await recalculateDueDates(portal.services);
  expect(await dueDates()).toEqual(Array(3).fill(new Set([POLISH])));
});

test('jobs for the other kind of application, and jobs of other kinds, are unchanged', async () => {
  await store.db.deleteFrom('job').where('kind', '!=', 'dueDates').execute();
  await store.transact((trx) => enqueue(trx, { kind: 'scan', subject: 'public', runAt: RECEIPT }));
  await lease(store, 'scan', RECEIPT);
  await portal.granted('deskSettingsChange', { serviceGoalDays: 5 }, lead);
  for (const holidays of ['PL', 'ES']) await settle(holidays);
  const all = store.db.selectFrom('job').select(['kind', 'subject']).orderBy('kind');
  const scan = { kind: 'scan', subject: 'public' };
  expect((await all.orderBy('subject').execute()).filter(({ kind }) => kind !== 'mail')).toEqual([
    { kind: 'dueDates', subject: 'personal' },
    { kind: 'dueDates', subject: 'public' },
    scan,
  ]);
  await recalculateDueDates(portal.services);
  expect(await dueDates()).toEqual(Array(3).fill(new Set([SPANISH])));
  expect((await all.execute()).filter(({ kind }) => kind !== 'mail')).toEqual([scan]);
});

test('applications of the other kind, ended ones and ones without a date are unchanged', async () => {
  const { number } = await portal.applicationAt('submitted');
  const [odd, ended, dateless] = [12, 34, null];
  const unchanged = [
    { number, due_at: odd },
    { number: numberOf(1), due_at: ended, state: 'terminated.byHolder' as const },
    { number: numberOf(2), due_at: dateless },
  ];
  const set = ({ number: one, ...columns }: { number: string }) =>
    changeRows(portal.services, 'application', { number: one }, columns);
  for (const one of unchanged) await set(one);
  await settle('PL');
  await recalculateDueDates(portal.services);
  for (const one of unchanged)
    expect(await row(portal.services, 'application', { number: one.number })).toMatchObject(one);
  expect((await dueDates())[1]).toEqual(new Set([POLISH]));
  await set({ number: numberOf(1), ...{ state: 'qualification.submitted' } });
});

test('a recalculation that changes no due date ends as well', async () => {
  await settle('PL');
  await changeRows(portal.services, 'application', { kind: 'public' }, { due_at: POLISH });
  await recalculateDueDates(portal.services);
  expect(await dueDates()).toEqual(Array(3).fill(new Set([POLISH])));
  expect(await queued().execute()).toEqual([]);
});

test('an interrupted worker resumes after its last batch', async () => {
  await settle('PL');
  const cutOff = meeting(THIRD_BATCH, async () => {
    throw new Error('The line broke.');
  });
  const errors: unknown[] = [];
  const worker = startDueDateWorker(cutOff, (error) => errors.push(error));
  await expect
    .poll(() => queued().executeTakeFirst())
    .toMatchObject({
      subject: `public ${numberOf(199)}`,
      last_error: 'The line broke.',
    });
  await worker.stop();
  expect(errors).toEqual([new Error('The line broke.')]);
  expect(await dueDates()).toEqual([new Set([POLISH]), new Set([POLISH]), new Set([BELGIAN])]);

  // The applications after it are not recalculated.
  await changeRows(portal.services, 'application', { number: numberOf(0) }, { due_at: 1 });
  await recalculateDueDates(portal.services);
  expect(await dueDates()).toEqual([new Set([1, POLISH]), new Set([POLISH]), new Set([POLISH])]);
});

test('changed holidays restart the recalculation of due dates', async () => {
  await settle('PL');
  const changed = meeting(THIRD_BATCH, () => settle('ES').then(() => undefined));
  const worker = startDueDateWorker(changed);
  await expect.poll(() => nextDue(store, 'dueDates')).toBeNull();
  await worker.stop();
  expect(await dueDates()).toEqual(Array(3).fill(new Set([SPANISH])));
});

test('a worker that lost its lease writes nothing more', async () => {
  await settle('PL');
  const taken = meeting(THIRD_BATCH, async () => {
    const later = portal.services.now() + 10 * 60_000;
    expect(await lease(store, 'dueDates', later)).toMatchObject({ attempts: 2 });
  });
  const worker = startDueDateWorker(taken);
  await expect
    .poll(async () => (await queued().select('attempts').executeTakeFirst())?.attempts)
    .toBe(2);
  await worker.stop();
  expect((await dueDates())[2]).toEqual(new Set([BELGIAN]));
  expect(await queued().execute()).toMatchObject([{ subject: `public ${numberOf(199)}` }]);
});
