import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPython, PYTHON } from '#tests/needs.ts';
import { type ReadSheet, readEncrypted, readWorkbook } from './read-workbook.ts';

const root = join(import.meta.dirname, '../../..');
const password = 'correct horse battery staple';

// Inside the project for its packages, in a folder that git and the suite ignore.
const folder = join(root, 'test-results', `workbook-${process.pid}`);
const [script, workbook, plain] = ['readme.ts', 'a.xlsx', 'plain.xlsx'].map((name) =>
  join(folder, name),
) as [string, string, string];
let output: string[];
let sheets: ReadSheet[];
beforeAll(async () => {
  const page = readFileSync(join(root, 'src/lib/encrypted-xlsx/README.md'), 'utf8');
  const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(page) ?? [];
  mkdirSync(folder, { recursive: true });
  writeFileSync(script, program.replaceAll("'./encrypted-xlsx/", "'#lib/encrypted-xlsx/"));
  const { stdout, stderr } = spawnSync(process.execPath, [script, workbook], { encoding: 'utf8' });
  output = [stderr, stdout.trim()];
  sheets = await readEncrypted(readFileSync(workbook), password);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the program of the README writes a workbook', () => {
  expect(output).toEqual(['', "[ 'Speed: 3600 rows' ]"]);
  const [contents, speed] = sheets;
  expect(contents?.rows[0]?.slice(0, 2)).toEqual(['Speed', 3600]);
  expect(speed?.rows).toHaveLength(3601);
  expect(speed?.rows.at(-1)).toEqual(['12:59:59', Math.sin(59)]);
});

const decryptor = needsPython('msoffcrypto', 'python3-msoffcrypto-tool');
test('an independent decryptor in Python opens the workbook', decryptor, async () => {
  const args = ['-m', 'msoffcrypto', '-p', password, workbook, plain];
  const { status, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const opened = await readWorkbook(readFileSync(plain));
  expect(opened[1]?.rows).toEqual(sheets[1]?.rows);
});
