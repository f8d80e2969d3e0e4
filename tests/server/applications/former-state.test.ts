import { beforeAll, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { runTimedTransitions } from '#server/background.ts';
import { rebuildLocked } from '#server/figures/projection.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const FORMER = 'qualification.checked';
const DAY = 86_400_000;

describe('an application in a state of an earlier release', () => {
  const portal = portalOfFile(() => startSeededPortal());
  let number: string;
  let about: { applicationNumber: string };
  beforeAll(async () => {
    const approved = await portal.applicationAt('approved');
    await changeRows(
      portal.services,
      'report',
      { application_number: approved.number },
      { state: 'printed' as never },
    );
    ({ number } = await portal.applicationAt('informationRequired'));
    about = { applicationNumber: number };
    const { db } = portal.services.store;
    await changeRows(portal.services, 'application', { number }, { state: FORMER as never });
    await db
      .updateTable('history_entry')
      .set({ to_state: FORMER as never })
      .where('application_number', '=', number)
      .where('revision', '>=', 1)
      .execute();
    await rebuildLocked(portal.services, [number, approved.number]);
  });
  const by = (role: 'owner' | 'reviewer') => ({ token: portal.tokens[role] });

  test('is shown to its requester, as is a report', async () => {
    expect(await portal.granted('applicationDetails', about, by('owner'))).toMatchObject({
      state: FORMER,
      history: [{ to: 'qualification.submitted' }, { to: FORMER }, { to: FORMER }],
    });
    const { items } = await portal.granted('history', {}, by('owner'));
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ state: FORMER, reportState: null }));
    const approved = {
      applicationNumber: items.find(({ number: one }) => one !== number)?.number ?? '',
    };
    expect(await portal.granted('applicationDetails', approved, by('owner'))).toMatchObject({
      report: { state: 'printed' },
    });
  });

  test('counts as the desk’s turn in the queue, on its page and among the cases', async () => {
    const queue = await portal.granted('deskQueue', { turn: 'holder' }, by('reviewer'));
    expect(queue).toMatchObject({ total: 1, items: [{ number, state: FORMER }] });
    expect(await portal.granted('deskQueue', {}, by('reviewer'))).toMatchObject({ total: 2 });
    const requesters = await portal.call('deskQueue', { turn: 'requester' }, by('reviewer'));
    expect(granted(requesters)).toMatchObject({ total: 0, items: [] });
    expect(await portal.granted('deskApplication', about, by('reviewer'))).toMatchObject({
      state: FORMER,
      clock: { state: 'running' },
    });
    await portal.granted('deskInformationItems', about, by('reviewer'));
    const cases = await portal.granted('chartCases', {}, by('reviewer'));
    expect(cases.items).toContainEqual(expect.objectContaining({ number, state: FORMER }));
  });

  test('counts in the figures and is a deviation', async () => {
    const token = await portal.signIn('analyst@example.eu');
    const flags = { is_analyst: 1 } as const;
    await changeRows(portal.services, 'account', { email: 'analyst@example.eu' }, flags);
    expect(await portal.granted('chartFigures', {}, { token })).toMatchObject({
      total: 2,
      open: 1,
      variants: [expect.objectContaining({ count: 1 })],
      waiting: expect.arrayContaining([expect.objectContaining({ waitsFor: 'holder', now: 1 })]),
    });
    expect(await portal.granted('chartTimeline', {}, { token })).toMatchObject({ total: 2 });
    expect(await portal.granted('chartConformance', {}, { token })).toMatchObject({
      deviations: expect.arrayContaining([expect.objectContaining({ to: FORMER })]),
    });
  });

  test.each([
    ['terminateOrder', 'owner', { revision: 2 }],
    ['qualificationReviewSup', 'owner', { revision: 2, text: 'Page 2.', files: [] }],
    ['deskRefuse', 'reviewer', { revision: 2, ground: 'userNotIdentified', text: 'No proof.' }],
    ['deskTake', 'reviewer', {}],
  ] as const)('rejects %s with the code `unknownState`', async (name, role, input) => {
    const answer = await portal.call(name, { ...about, ...input } as never, by(role));
    expect(answer).toMatchObject({ status: 409, code: codes.unknownState });
  });

  test('does not block timed transitions of others', async () => {
    const other = await portal.applicationAt('informationRequired');
    const { db } = portal.services.store;
    const at = portal.services.now();
    await db
      .updateTable('application')
      .set({ answer_due_at: at + DAY })
      .where('number', 'in', [number, other.number])
      .execute();
    portal.clock.advance(2 * DAY);
    const onError = vi.fn();
    await runTimedTransitions(portal.services, onError);
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([
      `application ${number} is in the state ${FORMER}, which this release does not have: it is left so`,
    ]);
    const rows = await db.selectFrom('application').select(['number', 'state']).execute();
    expect(rows).toContainEqual({ number, state: FORMER });
    expect(rows).toContainEqual({ number: other.number, state: 'terminated.byHolder' });
  });
});
