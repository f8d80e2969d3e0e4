import { expect, test } from 'vitest';
import { needsPostgres } from '#tests/needs.ts';
import { keysInSteps, type Release, rollOver } from '../upgrade/rolling.ts';
import { useOwnServer } from './own-server.ts';

/** Ten starts on a machine that runs all other tests, in ms. */
const TIMEOUT = 600_000;

const release: Release = { name: 'this release', folder: '.' };

test.each([
  ['processes are restarted one after the other', { previous: release, next: [release] }],
  ['SECRET and AUDIT_KEY are changed in their steps', keysInSteps('.')],
])('%s, and no call fails', { ...needsPostgres(), timeout: TIMEOUT }, async (_, change) => {
  await useOwnServer();
  const figures = await rollOver({ ...change, processes: 2, clients: 6, between: 6 });
  expect(figures.failed).toBe(0);
  expect(figures.applications).toBeGreaterThan(0);
  expect(figures.signIns).toBeGreaterThan(change.next.length * 4);
  expect(figures.wentOnFrom).toEqual(['dataRequest.withheld', 'suspended']);
});
