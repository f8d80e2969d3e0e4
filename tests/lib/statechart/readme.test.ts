import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test('the program of the README runs and prints what the README says', () => {
  const page = readFileSync(join(root, 'src/lib/statechart/README.md'), 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))]
      .map(([, block = '']) => block)
      .join('\n');
  // Inside the project for its packages, in a folder that git and the suite ignore.
  const folder = join(root, 'test-results', `readme-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'readme.ts');
  writeFileSync(program, blocks('ts').replaceAll("'./statechart/", "'#lib/statechart/"));
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(blocks('text').replaceAll('\n\n', '\n').trim());
});
