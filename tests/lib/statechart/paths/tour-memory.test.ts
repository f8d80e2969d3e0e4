import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const STATES = 28_000;

/** Peak memory of a process that explores a machine with this many states, MB. */
function memoryOf(contestant: string): number {
  const bench = 'tests/bench/paths.bench.ts';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bench, '--measure', contestant, String(STATES)],
    { cwd: new URL('../../../..', import.meta.url), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const figures = JSON.parse(stdout) as { states: number; megabytes: number };
  expect(figures.states).toBe(STATES);
  return figures.megabytes;
}

test('a tour takes at most 1.4 times the memory of xstate/graph, which generates no paths', () => {
  expect(memoryOf('tour of ours') / memoryOf('xstate/graph')).toBeLessThan(1.4);
}, 120_000);
