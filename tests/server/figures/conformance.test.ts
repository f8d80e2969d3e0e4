import { describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { rebuildOutdatedProjections } from '#server/figures/projection.ts';
import { findRows } from '#server/platform/database/rows.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { projectDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import {
  type Entry,
  filedAt,
  type History,
  inventHistories,
  NOW,
  portalWith,
  writeHistories,
} from './histories.ts';

const DAY = 86_400_000;
const histories = inventHistories(200, Date.parse('2026-01-01T00:00:00Z'));

describe('conformance', () => {
  const { portal, analyst, reviewer } = portalWith(histories, portalOfTest);
  const asked = (who: typeof analyst) => portal.granted('chartConformance', {}, who);

  test('finds nothing in histories that the machine allows', async () => {
    const { applications, pending, steps, deviations } = await asked(analyst);
    expect({ applications, pending }).toEqual({ applications: histories.length, pending: 0 });
    const entries = histories.flatMap((history) => history.entries);
    expect(steps).toBe(entries.length);
    expect(deviations).toEqual([]);
  });

  const at = NOW - 9 * DAY;
  const wrong = (number: string, ...entries: Entry[]): History => ({
    number,
    kind: 'personal',
    dueAt: null,
    entries: [filedAt(at), ...entries],
  });
  const start: Entry = {
    at,
    event: 'review.start',
    from: 'qualification.submitted',
    to: 'qualification.underReview',
    role: 'reviewer',
  };
  const skipped = wrong('VD-20261111-0000AA', {
    ...start,
    event: 'data.approve',
    to: 'approved',
  });
  const usurped = wrong('VD-20261111-0000AB', { ...start, role: 'requester' });
  const early = wrong(
    'VD-20261111-0000AC',
    start,
    {
      at,
      event: 'information.request',
      from: 'qualification.underReview',
      to: 'qualification.informationRequired',
      role: 'reviewer',
      facts: { answerDueAt: at + DAY },
    },
    {
      at,
      event: 'deadline.passed',
      from: 'qualification.informationRequired',
      to: 'terminated.byHolder',
      role: 'clock',
      facts: { at: at + DAY - 1 },
    },
  );

  test('reports a step that the machine would not accept, with reason and cases', async () => {
    await writeHistories(portal.services, [skipped, usurped, early]);
    const { deviations } = await asked(reviewer);
    expect(
      deviations.map(({ event, reason, guard, cases }) => [event, reason, guard, cases]),
    ).toEqual([
      ['data.approve', 'event', null, [skipped.number]],
      ['deadline.passed', 'guard', 'isOverdue', [early.number]],
      ['review.start', 'guard', 'isReviewer', [usurped.number]],
    ]);
    expect(deviations.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect((await asked(analyst)).deviations.map(({ cases }) => cases)).toEqual([[], [], []]);
  });

  test('lists only cases that match the filter', async () => {
    const entries = skipped.entries.map((entry) => ({ ...entry, at: entry.at + 3 * DAY }));
    const later = { ...skipped, number: 'VD-20261114-0000AD', entries };
    await writeHistories(portal.services, [skipped, later]);
    const casesOf = async (filter: { from?: string; to?: string }) => {
      const { data } = await portal.call('chartConformance', filter, reviewer);
      return data.deviations.map(({ cases }) => cases);
    };
    expect(await casesOf({ to: '2026-11-12' })).toEqual([[skipped.number]]);
    expect(await casesOf({ from: '2026-11-13' })).toEqual([[later.number]]);
  });

  test('is filtered by filing date, kind, outcome and reason, and paged', async () => {
    await writeHistories(portal.services, [skipped, usurped, early]);
    const numbers = async (input: InputOf<typeof endpoints.chartConformance>) => {
      const { data } = await portal.call('chartConformance', input, reviewer);
      expect(data.deviating).toBe(data.nonconforming.reduce((sum, { count }) => sum + count, 0));
      return [data.total, data.deviations.flatMap(({ cases }) => cases)];
    };
    const all = [skipped.number, early.number, usurped.number];
    expect(await numbers({ from: '2026-11-11', to: '2026-11-11' })).toEqual([3, all]);
    expect(await numbers({ to: '2026-11-10' })).toEqual([0, []]);
    expect(await numbers({ from: '2026-11-12' })).toEqual([0, []]);
    expect(await numbers({ kind: 'public' })).toEqual([0, []]);
    expect(await numbers({ outcome: 'approved' })).toEqual([1, [skipped.number]]);
    expect(await numbers({ reason: 'guard' })).toEqual([2, [early.number, usurped.number]]);
    expect(await numbers({ page: 2, pageSize: 2 })).toEqual([3, [usurped.number]]);

    const { data } = await portal.call('chartConformance', { kind: 'public' }, analyst);
    const filed = histories.filter(({ kind }) => kind === 'public');
    expect(data).toMatchObject({ applications: filed.length, pending: 0 });
    expect(data.steps).toBe(filed.flatMap(({ entries }) => entries).length);
  });

  test('replays histories again after a change of the machine', async () => {
    await writeHistories(portal.services, [skipped, usurped, early]);
    const { db } = portal.services.store;
    const before = await asked(analyst);
    await changeRows(
      portal.services,
      'course',
      { application_number: skipped.number },
      { replayed_by: 'an older machine' },
    );
    await db.deleteFrom('deviation').where('application_number', '=', skipped.number).execute();
    await db.deleteFrom('course').where('application_number', '=', usurped.number).execute();
    // The third was replayed by the current machine, and is not replayed again.
    expect((await asked(analyst)).pending).toBe(2);
    expect(await rebuildOutdatedProjections(portal.services)).toEqual({ applications: 2 });
    expect(await asked(analyst)).toEqual(before);
  });
});

test('facts of events are stored, and a case is replayed as it grows', async () => {
  const living = await startSeededPortal();
  const { number } = await living.applicationAt('awaited');
  const { db } = living.services.store;
  const entries = await findRows(db, 'history_entry', { application_number: number }, 'revision');
  const { answer_due_at } = await row(living.services, 'application', { number });
  expect(entries).toMatchObject([
    { event: 'application.file', facts_json: null },
    { event: 'review.start', facts_json: null },
    { event: 'qualification.pass', facts_json: JSON.stringify({ answerDueAt: answer_due_at }) },
  ]);
  const token = await signInAs(living, 'replaying@example.eu', ['analyst']);
  expect((await living.call('chartConformance', {}, { token })).data.pending).toBe(1);
  await projectDue(living.services);
  const { data } = await living.call('chartConformance', {}, { token });
  expect(data).toMatchObject({ pending: 0, deviations: [] });
  await living.close();
});
