import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEncrypted, readWorkbook } from './read-workbook.ts';

const root = join(import.meta.dirname, '../../..');
const password = 'correct horse battery staple';

test('the program of the README writes a workbook that other programs open', async () => {
  const page = readFileSync(join(root, 'src/lib/encrypted-xlsx/README.md'), 'utf8');
  const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(page) ?? [];
  // Inside the project, for its packages; where git and other runs of the suite do not look.
  const folder = join(root, 'test-results', `workbook-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [script, workbook, plain] = ['readme.ts', 'a.xlsx', 'plain.xlsx'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(script, program.replaceAll("'./encrypted-xlsx/", "'#lib/encrypted-xlsx/"));
  const { stdout, stderr } = spawnSync(process.execPath, [script, workbook], { encoding: 'utf8' });
  expect([stderr, stdout.trim()]).toEqual(['', "[ 'Speed: 3600 rows' ]"]);

  const [contents, speed] = await readEncrypted(readFileSync(workbook), password);
  expect(contents?.rows[0]?.slice(0, 2)).toEqual(['Speed', 3600]);
  expect(speed?.rows).toHaveLength(3601);
  expect(speed?.rows.at(-1)).toEqual(['12:59:59', Math.sin(59)]);

  // Debian's python3-msoffcrypto-tool, which shares no code with either, where there is one.
  const args = ['-m', 'msoffcrypto', '-p', password, workbook, plain];
  if (spawnSync('/usr/bin/python3', ['-c', 'import msoffcrypto']).status !== 0) return;
  const opening = spawnSync('/usr/bin/python3', args, { encoding: 'utf8' });
  expect(opening.status, opening.stderr).toBe(0);
  const opened = await readWorkbook(readFileSync(plain));
  expect(opened[1]?.rows).toEqual(speed?.rows);
});
