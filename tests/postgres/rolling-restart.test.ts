import { expect, test } from 'vitest';
import { needsPostgres } from '#tests/needs.ts';
import { keysInSteps, rollOver } from '../upgrade/rolling.ts';
import { useOwnServer } from './own-server.ts';

/** Eight starts on a machine that runs all other tests, in ms. */
const TIMEOUT = 600_000;

const title = 'no call fails while keys are replaced by restarting one process after the other';
test(title, { ...needsPostgres(), timeout: TIMEOUT }, async () => {
  await useOwnServer();
  const { goBackFrom = [], ...change } = keysInSteps('.');
  // The first step only adds a key that nothing uses yet.
  const [previous = change.previous, ...next] = change.next;
  const amount = { processes: 2, clients: 2, between: 2 };
  const figures = await rollOver({ previous, next, goBackFrom, ...amount });
  expect(figures.failed).toBe(0);
  expect(figures.applications).toBeGreaterThan(0);
  expect(figures.signIns).toBeGreaterThan(next.length * 4);
  expect(figures.wentOnFrom).toEqual(['dataRequest.withheld', 'suspended']);
});
