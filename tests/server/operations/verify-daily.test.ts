import { expect, test } from 'vitest';
import { operatorAlerts } from '#server/operations/operator-troubles.ts';
import { verifyDaily } from '#server/operations/verify-daily.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const HOUR = 3_600_000;
const portal = portalOfTest(() => startSeededPortal());

/** Verifies if it is due; answers how often it was begun. */
async function begunBy(outcome: () => Promise<never> | Promise<{ broken: string[] }>) {
  let count = 0;
  const begun = Promise.withResolvers<void>();
  const verify = async () => {
    count++;
    begun.resolve();
    return { entries: 0, applications: 0, ...(await outcome()) } as never;
  };
  const ended = verifyDaily(portal.services, verify).catch(() => {});
  // One that is killed never answers.
  await (outcome === killed ? Promise.race([ended, begun.promise]) : ended);
  return count;
}

const killed = () => new Promise<never>(() => {});
const whole = async () => ({ broken: [] });

test('the chains are verified once a day, by one of two processes', async () => {
  const both = await Promise.all([begunBy(whole), begunBy(whole)]);
  expect(both.toSorted()).toEqual([0, 1]);
  portal.clock.advance(23 * HOUR);
  expect(await begunBy(whole)).toBe(0);
  portal.clock.advance(HOUR);
  expect(await begunBy(whole)).toBe(1);
});

test('a verification whose process was killed is begun again after an hour, not a day', async () => {
  expect(await begunBy(killed)).toBe(1);
  portal.clock.advance(HOUR - 1);
  expect(await begunBy(whole)).toBe(0);
  portal.clock.advance(1);
  expect(await begunBy(whole)).toBe(1);
  portal.clock.advance(23 * HOUR);
  expect(await begunBy(whole)).toBe(0);
});

test('one that ends its process each time is begun ever more rarely, and an operator is told', async () => {
  const hoursBegun: number[] = [];
  for (let hour = 0; hour < 80; hour++) {
    if (await begunBy(killed)) hoursBegun.push(hour);
    portal.clock.advance(HOUR);
  }
  expect(hoursBegun).toEqual([0, 1, 3, 7, 15, 31, 55, 79]);
  const chains = await verifyDaily(portal.services);
  expect(await operatorAlerts(portal.services, chains)).toContainEqual(
    expect.stringContaining('The audit chains could not be verified'),
  );
});

test('one that fails is begun again, and then nothing is left of it', async () => {
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  expect(await begunBy(away)).toBe(1);
  portal.clock.advance(HOUR);
  expect(await verifyDaily(portal.services)).toEqual({ broken: 0, isUnfinished: false });
  expect(await begunBy(away)).toBe(0);
});
