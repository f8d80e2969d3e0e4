import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { dataRequest, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;

const portal = portalOfTest(() => startSeededPortal({ ANSWER_DAYS: '14' }));
const { owner } = callersOf(portal);

const stateOf = async (number: string) => {
  const { state } = await row(portal.services, 'application', { number });
  return state;
};

test.each([
  ['awaited', 'dataRequest.awaited', 'personDataApplication', { form: dataRequest }],
  [
    'informationRequired',
    'qualification.informationRequired',
    'qualificationReviewSup',
    { text: 'Page 2.', files: [] },
  ],
  [
    'dataInformationRequired',
    'dataRequest.informationRequired',
    'personDataApplicationSup',
    { text: 'Page 2.', files: [] },
  ],
] as const)(
  'an answer after the deadline is rejected as too late, before and after the application is ended: %s',
  async (stage, state, name, answer) => {
    const { number, revision } = await portal.applicationAt(stage);
    const { answer_due_at } = await row(portal.services, 'application', { number });
    portal.clock.set((answer_due_at ?? 0) - 1);
    expect(await passDeadlines(portal.services)).toBe(0);
    portal.clock.advance(1);
    // Sessions expire earlier.
    await changeRows(portal.services, 'session', {}, { expires_at: 8e15 });
    const input = { applicationNumber: number, revision, ...answer };
    const send = () => portal.call(name, input as never, owner);
    expectAnswer(await send(), { status: 409, code: codes.answerTooLate });
    expect(await stateOf(number)).toBe(state);
    expect(await passDeadlines(portal.services)).toBe(1);
    expectAnswer(await send(), { status: 409, code: codes.answerTooLate });
    expect(await stateOf(number)).toBe('terminated.byHolder');
  },
);

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
