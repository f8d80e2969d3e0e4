import { beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { dataRequest, type SeededPortal, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;

let portal: SeededPortal;
beforeEach(async () => {
  portal = await startSeededPortal({ ANSWER_DAYS: '14' });
  return () => portal.close();
});

const stateOf = async (number: string) => {
  const { state } = await row(portal.services, 'application', { number });
  return state;
};

test('a late answer is rejected, also before the clock has ended the application', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  portal.clock.advance(14 * DAY + 110_160_000);
  // Sessions expire earlier.
  await changeRows(portal.services, 'session', {}, { expires_at: 8e15 });
  const input = { applicationNumber: number, revision, form: dataRequest };
  const answer = await portal.call('personDataApplication', input, { token: portal.tokens.owner });
  expectAnswer(answer, { status: 409, code: codes.notAllowedNow });
  expect(await stateOf(number)).toBe('dataRequest.awaited');
});

test('an error of one application does not block the others', async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 3; count++)
    numbers.push((await portal.applicationAt('awaited')).number);
  const [first, broken = '', last] = numbers.sort();
  await changeRows(
    portal.services,
    'application',
    { number: broken },
    { state: 'nowhere.atAll' as 'approved' },
  );
  portal.clock.advance(15 * DAY);
  const errors: unknown[] = [];
  expect(await passDeadlines(portal.services, (error) => errors.push(error))).toBe(2);
  expect(errors).toHaveLength(1);
  for (const number of [first, last])
    expect(await stateOf(number ?? '')).toBe('terminated.byHolder');
});
