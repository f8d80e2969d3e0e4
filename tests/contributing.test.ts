import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree } from '#tests/copied-tree.ts';

const root = path.resolve(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, '.github/CONTRIBUTING.md'), 'utf8');

/** Maximum number of files that each change touches. */
const goals = {
  'A field': 8,
  'A state with its event': 19,
  'An error of the API': 12,
  'A mail': 8,
  'A page at the desk': 15,
  'A setting': 3,
  'A language': 2,
};

const step = /^\d+\. `([^`]+)`.*\n(?:(?!\d+\. ).*\n)*?```diff\n([\s\S]*?)^```$/gm;
const command = /^npm run ([\w-]+) +# (.*[^:])$/gm;

/** A walk-through of CONTRIBUTING. */
function walkOf(title: string) {
  const [, section = ''] = guide.split(`\n## ${title}\n`);
  const [text = ''] = section.split('\n## ');
  return {
    edits: [...text.matchAll(step)].map(([, file = '', diff = '']) => ({ file, diff })),
    commands: [...text.matchAll(command)].map(([, script = '', files = '']) => ({
      script,
      files: files.split(', '),
    })),
  };
}

let tree: CopiedTree;
beforeAll(() => {
  tree = copyTree();
});
afterAll(() => tree.remove());

const inCopy = (file: string) => path.join(tree.folder, file);
/** Runs a command in the copy, outside any test. */
function run(command: string, ...args: string[]): void {
  const env = { ...process.env, NODE_ENV: 'development', VITEST: '' };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: tree.folder,
    env,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
}

/** Applies a diff, whose old lines must occur once in the file, or adds a file. */
function apply({ file, diff }: { file: string; diff: string }): void {
  const lines = diff.split('\n').slice(0, -1);
  const linesOf = (mark: '-' | '+') =>
    lines
      .filter((line) => line[0] === ' ' || line[0] === mark)
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  if (linesOf('-') === '') {
    expect(existsSync(inCopy(file)), `${file} is new`).toBe(false);
    mkdirSync(path.dirname(inCopy(file)), { recursive: true });
    writeFileSync(inCopy(file), linesOf('+'));
    return;
  }
  const parts = readFileSync(inCopy(file), 'utf8').split(linesOf('-'));
  expect(parts, `${file} has the lines of its diff once`).toHaveLength(2);
  writeFileSync(inCopy(file), parts.join(linesOf('+')));
}

/** Translates new messages with their source text. */
function translate(): void {
  for (const file of globSync('locales/*.po', { cwd: tree.folder })) {
    const text = readFileSync(inCopy(file), 'utf8');
    const translated = text.replace(/^msgid ((?:".*"\n)+)msgstr ""\n(?!")/gm, 'msgid $1msgstr $1');
    writeFileSync(inCopy(file), translated);
  }
}

/** Files of the copy that differ from `before`. */
function changedSince(before: ReadonlyMap<string, string>): string[] {
  const now = contents();
  return [...now.keys()].filter((file) => now.get(file) !== before.get(file)).toSorted();
}

function contents(): Map<string, string> {
  const files = globSync(['{src,machines,locales,tests}/**/*.{ts,tsx,po,md,txt,json,css}', '*'], {
    cwd: tree.folder,
  }).filter((file) => path.extname(file) !== '');
  return new Map(files.map((file) => [file, readFileSync(inCopy(file), 'utf8')]));
}

const walks = Object.entries(goals).map(([title, goal]) => ({ title, goal, ...walkOf(title) }));

describe('the changes that CONTRIBUTING walks through', () => {
  it('touch exactly the files that they list', () => {
    const before = contents();
    const generated = (files: readonly string[]) =>
      files.flatMap((each) => (each.includes('*') ? globSync(each, { cwd: tree.folder }) : [each]));
    const listed = walks.map(({ title, goal, edits, commands }) => {
      const files = new Set([
        ...edits.map(({ file }) => file),
        ...commands.flatMap((command) => generated(command.files)),
      ]);
      expect(files.size, title).toBeGreaterThan(0);
      expect(files.size, title).toBeLessThanOrEqual(goal);
      return [...files];
    });
    for (const { edits } of walks) for (const edit of edits) apply(edit);
    for (const script of new Set(
      walks.flatMap(({ commands }) => commands.map(({ script }) => script)),
    )) {
      run('npm', 'run', '-s', script);
      translate();
    }
    expect(changedSince(before)).toEqual([...new Set(listed.flat())].toSorted());
  });

  it('are accepted by the compiler', () => run('npx', 'tsc'));

  it('are accepted by the checks of the catalogues', () =>
    run('npx', 'lingui', 'check', 'missing', '--mode', 'catalog'));
});
