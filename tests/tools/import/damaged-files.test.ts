import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY } from '#lib/words/durations.ts';
import { importPlace } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const BRAND = 'Vehicle.VehicleIdentification.Brand';
const heading = `Instant,${SPEED},${BRAND}\n`;

const place = importPlace();
const { written, run } = place;

/** Temporary folders that remain. */
const folders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('portal-import-'));

/** More rows than DuckDB reads before it returns the first ones. */
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0) + index * 1000).toISOString();
    return `${at},${index % 100},"two\nlines"\n`;
  }).join('');

test.each<[string, string | Uint8Array, string]>([
  ['a short row', `${heading}${rows(40_000)}\n2026-02-01T00:00:00Z,1\n`, ' line 80003: 2 fields'],
  ['a long row', `${heading}2026-02-01T00:00:00Z,1,a,b\n`, ' line 2: 4 fields instead of 3'],
  ['text after a quote', `${heading}2026-02-01T00:00:00Z,1,"a"b\n`, ' line 2: a quote is not'],
  ['a quote never closed', `${heading}${rows(40_000)}"2026-02-01`, ' line 80002: a quote is not'],
  ['a huge field', `${heading}2026-02-01T00:00:00Z,1,${'x'.repeat(2 ** 21)}\n`, 'is too long'],
  ['the end missing', gzipSync(heading + rows(40_000)).subarray(0, -20), 'truncated or damaged'],
  ['a changed byte', gzipSync(heading + rows(40_000)).fill(0, 20_000, 20_010), 'or damaged gzip'],
])('%s is an error, however late in the file', async (_, content, message) => {
  vi.stubEnv('TMPDIR', place.location.dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { status, stdout, stderr } = await run('--file', await written('drive.csv', content));
  expect(stderr).toContain(`drive.csv`);
  expect(stderr).toContain(message);
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(await folders()).toEqual([]);
});

test.each([
  ['mixed.csv', `${heading}2026-01-01T00:00:00Z,5,\r\n2026-01-01T00:00:01Z,6,\n`],
  ['a*b?[c].csv', `${heading}2026-01-01T00:00:00Z,5,\n2026-01-01T00:00:01Z,6,\n`],
  ['blank.csv', `\n\n${heading}\n2026-01-01T00:00:00Z,5,\n\n2026-01-01T00:00:01Z,6,\n\n`],
  ['drive', `${heading}2026-01-01T00:00:00Z,5,\n2026-01-01T00:00:01Z,6,`],
])('%s is read', async (name, content) => {
  const { stdout, stderr } = await run('--dry-run', '--file', await written(name, content));
  expect(stderr).toBe('');
  expect(stdout).toContain(`2 rows`);
  expect(stdout).toContain(`00:00:01.000Z {"${SPEED}":6,`);
});

test('what a killed import left over is removed after a day', async () => {
  vi.stubEnv('TMPDIR', place.location.dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, days] of [
    ['portal-import-old', 2],
    ['portal-import-new', 0],
    ['other', 2],
  ] as const) {
    const folder = join(tmpdir(), name);
    await mkdir(folder);
    await writeFile(join(folder, 'table'), heading);
    const time = new Date(Date.now() - days * DAY);
    await utimes(folder, time, time);
  }
  const csv = `${heading}2026-01-01T00:00:00Z,5,\n`;
  await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(await folders()).toEqual(['portal-import-new']);
  expect(await readdir(tmpdir())).toContain('other');
});

test.each(['1_000', '+-1', 'infinity', '1 0'])('«%s» is not a number', async (text) => {
  const csv = `${heading}2026-01-01T00:00:00Z,${text},\n`;
  const { stderr } = await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(stderr).toContain(`line 2, column ${SPEED}: «${text}» is not a number`);
});

/** Size in bytes in which a file is read. */
const PART = 65_536;

test('«+-1» is not a number either if it is read in two parts', async () => {
  const row = '2026-01-01T00:00:01Z,';
  const csv = `${heading}${'\n'.repeat(PART - heading.length - row.length - 1)}${row}+-1,\n`;
  const { stderr } = await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(stderr).toContain(`column ${SPEED}: «+-1» is not a number`);
});

test.each(['24:00:00', '23:60:00', '00:00:60'])('«%s» is not a time', async (time) => {
  const csv = `${heading}2026-01-01T${time}Z,1,\n`;
  const { stderr } = await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(stderr).toContain(`line 2, column Instant: «2026-01-01T${time}Z» is not a real time`);
});

test('the line of an error counts blank lines and line breaks within fields', async () => {
  const csv = `${heading}\n2026-01-01T00:00:00Z,1,"a\nb"\n\n2026-01-01T00:00:01Z,x,\n`;
  const { stderr } = await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(stderr).toContain(`drive.csv line 6, column ${SPEED}: «x»`);
  const jsonl = `{"Instant":"2026-01-01T00:00:00Z"}\n\n{"Instant":"2026-01-01T00:00:00Z","${SPEED}":"x"}`;
  const lines = await run('--dry-run', '--file', await written('drive.jsonl', jsonl));
  expect(lines.stderr).toContain(`drive.jsonl line 3, column ${SPEED}: «x»`);
});
