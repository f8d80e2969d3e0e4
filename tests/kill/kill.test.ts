import { expect, test } from 'vitest';
import { runMailKills } from './mail-kills.ts';
import { runKillTest } from './rounds.ts';

test('no acknowledged write is lost when the server is killed', { timeout: 300_000 }, async () => {
  const figures = await runKillTest({ rounds: 2, seed: 20_261_121 });
  expect(figures.cutOff).toBeGreaterThan(0);
  expect(figures.applications).toBeGreaterThan(0);
  expect(figures.mails).toBeGreaterThan(figures.applications);
  expect(figures.erased).toBeGreaterThan(0);
  expect(figures.imports).toBe(2);
  expect(figures.replayed).toBe(figures.applications - figures.erased);
});

test('no mail is lost when the server is killed while it sends mails', {
  timeout: 300_000,
}, async () => {
  const { kills, mails, repeated } = await runMailKills({ mails: 90, seed: 20_261_125 });
  expect(kills).toBeGreaterThan(0);
  expect(mails).toBeGreaterThan(90);
  // At most one per connection that a kill interrupts, with the same Message-ID.
  expect(repeated).toBeLessThanOrEqual(kills * 4);
});
