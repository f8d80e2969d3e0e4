import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { specification } from './specification/coverage.ts';

/** Whether a file declares a test of this name, and lets it run. */
async function declares(file: string, name: string): Promise<boolean> {
  const source = await readFile(`tests/${file}`, 'utf8').catch(() => '');
  const places = [`'${name}'`, `\`${name}\``].map((quoted) => source.indexOf(quoted));
  const at = Math.max(...places);
  if (at < 0) return false;
  // The name is the first argument of `test(`, `it.each(…)(` and the like.
  return /\(\s*$/.test(source.slice(0, at)) && !isSkipped(source, at);
}

function isSkipped(source: string, at: number): boolean {
  return /\b(test|it|describe)\.(skip|todo|fixme)\b/.test(source.slice(0, at));
}

test('all nine sections of the specification are here', () => {
  const numbers = Object.keys(specification).map((title) => Number.parseInt(title, 10));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

describe.each(Object.entries(specification))('%s', (_, lines) => {
  test.each(lines.map(([says, ...shown]) => ({ says, shown })))('$says', async ({ shown }) => {
    expect(shown.length, 'tests that show it').toBeGreaterThan(0);
    for (const [file, name] of shown)
      expect(await declares(file, name), `${file} has «${name}»`).toBe(true);
  });
});
