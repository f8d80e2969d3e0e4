import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keptLoaded, readUses, sourcesBy } from '#tools/mutate/uses.ts';

const uses = readUses();
const sourcesOf = sourcesBy(uses);

test('a suite uses what it imports and what that imports, also when it is needed', () => {
  const sources = sourcesOf(['tests/components/open-page.tsx']);
  expect([...sources]).toEqual(expect.arrayContaining(['src/ui/format/numbers.ts']));
});

test('a suite uses the program that it starts', () => {
  const sources = sourcesOf(['tests/server-process.ts']);
  expect([...sources]).toEqual(
    expect.arrayContaining(['src/server/main.ts', 'src/server/build.ts', 'src/contract/limits.ts']),
  );
});

test('the configuration keeps the table of calls loaded, and no page', () => {
  const kept = keptLoaded(uses);
  expect(kept).toContain('src/contract/endpoints.ts');
  expect([...kept].filter((file) => /^src\/(portal|desk)\//.test(file))).toEqual([]);
});

test('what a suite writes for a tree of its own is used by nothing of this one', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const absent = uses.filter(({ to }) => !existsSync(path.join(root, to)));
  expect(absent).toEqual([]);
});
