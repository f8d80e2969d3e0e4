import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OFFICE_WEEKS } from '#contract/figures.ts';
import { turnOf } from '#contract/turns.ts';
import { rebuildLocked } from '#server/figures/projection.ts';
import { requestGrant, sendGrantEvent } from '#server/live/grants.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;

const portal = portalOfFile(startSeededPortal);
let token: string;
beforeAll(async () => {
  const { reviewer } = portal.tokens;
  token = await signInAs(portal, 'lead@example.eu', ['lead']);
  // Filed on a Monday, five weeks before the Friday on which it is counted.
  portal.clock.set(Date.parse('2026-11-23T10:00:00Z'));
  const { number: old } = await portal.applicationAt('underReview');
  await portal.applicationAt('informationRequired');
  await portal.granted('deskTake', { applicationNumber: old }, { token: reviewer });
  portal.clock.advance(32 * DAY);
  for (const ground of ['tradeSecrets', 'userNotIdentified', 'tradeSecrets'] as const) {
    const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
    const input = { applicationNumber, revision, ground, text: 'No.' };
    await portal.granted('deskRefuse', input, { token: reviewer });
  }
  const { number: applicationNumber, revision } = await portal.applicationAt('submitted');
  const ended = { applicationNumber, revision };
  await portal.granted('terminateOrder', ended, { token: portal.tokens.owner });
  await portal.applicationAt('approved');
  await portal.applicationAt('submitted');
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the figures of the office', () => {
  test.each([
    {},
    { kind: 'personal' },
    { kind: 'public' },
    { from: '2026-12-01' },
    { to: '2026-12-01' },
  ] as const)('equal those of the charts: %j', async (filter) => {
    await projected();
    const office = await portal.granted('officeFigures', filter, { token });
    const chart = await portal.granted('chartFigures', filter, { token });
    const open = chart.states.filter(({ state }) => turnOf(state) !== 'nobody');
    expect(office.open).toBe(chart.open);
    expect(office.states).toEqual(open.map(({ state, now, overdue }) => ({ state, now, overdue })));
    expect(office.overdue).toBe(sum(open.map(({ overdue }) => overdue)));
    for (const rows of [
      office.ages.map(({ count: open, overdue }) => ({ open, overdue })),
      office.reviewers,
    ]) {
      expect(sum(rows.map(({ open }) => open))).toBe(chart.open);
      expect(sum(rows.map(({ overdue }) => overdue))).toBe(office.overdue);
    }
    const refusals = chart.transitions.filter(({ id }) => id.includes('application.refuse'));
    expect(refusals.length).toBeGreaterThan(0);
    expect(sum(office.grounds.map(({ count }) => count))).toBe(
      sum(refusals.map(({ count }) => count)),
    );
    expect(sum(office.weeks.map(({ filed }) => filed))).toBe(chart.total);
    for (const rows of [office.reviewers, office.weeks])
      expect(sum(rows.map(({ ended }) => ended))).toBe(chart.total - chart.open);
  });

  test('have assignees, ages and grounds of refusal', async () => {
    const office = await portal.granted('officeFigures', {}, { token });
    expect(office.reviewers).toEqual([
      { email: null, open: 2, overdue: 0, ended: 1 },
      { email: 'reviewer@example.eu', open: 1, overdue: 1, ended: 4 },
    ]);
    expect(office.ages.map(({ fromDays, count }) => [fromDays, count])).toEqual([
      [0, 1],
      [7, 0],
      [14, 0],
      [30, 2],
      [60, 0],
      [90, 0],
    ]);
    expect(office.grounds).toEqual([
      { ground: 'tradeSecrets', count: 2 },
      { ground: 'userNotIdentified', count: 1 },
    ]);
  });

  test('count the live access of vehicles by state, without ended access', async () => {
    const owner = { id: '', email: 'owner@example.eu' };
    owner.id = String((await row(portal.services, 'account', { email: owner.email })).id);
    const { id } = await requestGrant(portal.services, owner, VEHICLE);
    const states = async () => (await portal.granted('officeFigures', {}, { token })).grants;
    const counted = Object.fromEntries((await states()).map(({ state, now }) => [state, now]));
    expect(counted).toEqual({ requested: 0, active: 1, paused: 0, suspended: 0 });
    const by = { role: 'requester', id: owner.id } as const;
    const at = portal.services.now();
    await sendGrantEvent(portal.services, id, { type: 'grant.end', at, by });
    expect(sum((await states()).map(({ now }) => now))).toBe(0);
  });

  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'];
  test.each(zones)(
    'count the last weeks from Monday in the desk’s calendar, with the process in time zone %s',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { weeks } = await portal.granted('officeFigures', {}, { token });
      expect(weeks).toHaveLength(OFFICE_WEEKS);
      expect(weeks.at(-1)).toEqual({ from: '2026-12-21', filed: 6, ended: 5 });
      expect(weeks.at(-5)).toEqual({ from: '2026-11-23', filed: 2, ended: 0 });
      expect(weeks[0]?.from).toBe('2026-10-05');
    },
  );
});

test('count ends by reviewer for the shown weeks only', async () => {
  portal.clock.advance(OFFICE_WEEKS * 7 * DAY);
  const lead = await signInAs(portal, 'lead@example.eu', ['lead']);
  const { reviewers, weeks } = await portal.granted('officeFigures', {}, { token: lead });
  expect(reviewers.map(({ email, ended }) => [email, ended])).toEqual([
    [null, 0],
    ['reviewer@example.eu', 0],
  ]);
  expect(sum(weeks.map(({ ended }) => ended))).toBe(0);
});

/** Updates the projections at once, which a worker otherwise does a moment later. */
async function projected(): Promise<void> {
  const numbers = (await rows(portal.services, 'application')).map(({ number }) => number);
  await rebuildLocked(portal.services, numbers);
}
