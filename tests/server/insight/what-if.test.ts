import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { signInAs } from '#tests/server/accounts/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted } from '#tests/server/seeded-portal.ts';
import { inventHistories, writeHistories } from './histories.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const histories = inventHistories(400, Date.parse('2026-01-01T00:00:00Z'));
const ends = /^(terminated|approved)/;
const ended = histories.filter(({ entries }) => ends.test(entries.at(-1)?.to ?? ''));

const portal = portalOfFile(() => startPortal({ now: NOW }));
let analyst: string;
beforeAll(async () => {
  await writeHistories(portal.services, histories);
  analyst = await signInAs(portal, 'analyst@example.eu', ['analyst']);
});

const asked = async (input: Partial<InputOf<typeof endpoints.chartWhatIf>> = {}) =>
  granted(await portal.call('chartWhatIf', { seed: 1, ...input }, { token: analyst }));

test('what is measured is what the histories say', async () => {
  const { applications, staff, measured } = await asked();
  expect(applications).toBe(histories.length);
  expect(staff).toBe(1);
  const times = ended
    .map(({ entries }) => (entries.at(-1)?.at ?? 0) - (entries[0]?.at ?? 0))
    .sort((a, b) => a - b);
  const lapsed = ended.filter(({ entries }) => entries.at(-1)?.event === 'deadline.passed');
  const approved = ended.filter(({ entries }) => entries.at(-1)?.to === 'approved');
  expect(measured).toMatchObject({
    ended: ended.length,
    median: times[Math.ceil(times.length / 2) - 1],
    p90: times[Math.ceil(times.length * 0.9) - 1],
  });
  expect(measured.lapsed).toBeCloseTo(lapsed.length / ended.length);
  expect(measured.approved).toBeCloseTo(approved.length / ended.length);
});

test('the simulation as it was is near to it, and the same for the same seed', async () => {
  const { measured, today } = await asked();
  expect((await asked()).today).toEqual(today);
  expect((await asked({ seed: 2 })).today).not.toEqual(today);
  expect(Math.abs((today.median ?? 0) / (measured.median ?? 1) - 1)).toBeLessThan(0.3);
  expect(Math.abs(today.approved - measured.approved)).toBeLessThan(0.1);
  expect(Math.abs(today.lapsed - measured.lapsed)).toBeLessThan(0.1);
});

test('more reviewers and less time to answer have their effect', async () => {
  const { today, whatIf } = await asked({ staff: 4 });
  expect(whatIf.desk ?? 0).toBeLessThan(today.desk ?? 0);
  const short = await asked({ answerDays: 1 });
  expect(short.whatIf.lapsed).toBeGreaterThan(today.lapsed);
  expect(short.today).toEqual(today);
});

test('a filter is obeyed, and where nothing ended there is nothing', async () => {
  const bodies = histories.filter(({ kind }) => kind === 'public');
  expect((await asked({ kind: 'public' })).applications).toBe(bodies.length);
  const none = await asked({ from: '2030-01-01' });
  const nothing = { ended: 0, median: null, p90: null, desk: null, approved: 0, lapsed: 0 };
  expect(none).toEqual({
    applications: 0,
    staff: 0,
    measured: nothing,
    today: nothing,
    whatIf: nothing,
  });
});

test('it is for analysts, and its assumptions have bounds', async () => {
  const { signIn } = portal;
  const token = await signIn('nobody@example.eu');
  expectCode(await portal.call('chartWhatIf', { seed: 1 }, { token }), codes.forbidden);
  for (const wrong of [{ staff: 0 }, { staff: 501 }, { answerDays: 0 }, { answerDays: 366 }])
    expectCode(
      await portal.call('chartWhatIf', { seed: 1, ...wrong }, { token: analyst }),
      codes.invalid,
    );
});
