import { expect, test } from 'vitest';
import { runKillTest } from './rounds.ts';

test('three kills lose nothing that was acknowledged', { timeout: 300_000 }, async () => {
  const figures = await runKillTest({ rounds: 3, seed: 20_261_121 });
  expect(figures.cutOff).toBeGreaterThan(0);
  expect(figures.applications).toBeGreaterThan(0);
  expect(figures.mails).toBeGreaterThan(figures.applications);
  expect(figures.imports).toBe(3);
  expect(figures.replayed).toBe(figures.applications - figures.erased);
});
