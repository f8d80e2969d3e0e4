import { expect, test } from 'vitest';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

const stateOf = async (number: string) =>
  (await row(portal.services, 'report', { application_number: number })).state;
const passwords = async (number: string) =>
  (await rows(portal.services, 'mail', { application_number: number })).filter(({ body }) =>
    /password/i.test(body),
  );

test('a report is not made while the sharing of its data is suspended, and then is at once; others are made', async () => {
  const { number, revision } = await portal.applicationAt('suspended');
  const other = await portal.applicationAt('approved');
  await generateDue(portal.services);
  expect(await stateOf(other.number)).toBe('delivered');
  expect(await stateOf(number)).toBe('queued');
  expect(await passwords(number)).toEqual([]);
  const input = { applicationNumber: number, revision };
  granted(await portal.call('deskResume', input, { token: portal.tokens.reviewer }));
  await generateDue(portal.services);
  expect(await stateOf(number)).toBe('delivered');
  expect(await passwords(number)).toHaveLength(1);
});
