import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import { measuredApart, percentile, processorTime, timed } from './measure.ts';

/*
 * Processor time, rows per processor second and peak memory of the writers of a workbook: ours, with
 * and without encryption, and the streaming writer of exceljs. Each gets the same rows in its own
 * process. exceljs depends on 191 packages; it is installed into a temporary folder.
 *   npm run bench -- report
 *   node tests/bench/report.bench.ts [rows] [rounds]
 */

const EXCELJS = 'exceljs@4.4.0';
const PASSWORD = 'AAAAA-BBBBB-CCCCC-DDDDD';
const BATCH = 2000;
/** Memory limits of the report worker (run-in-worker.ts), for every writer. */
const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=512'];

interface Figures {
  /** Elapsed seconds, and processor seconds of all threads, without the start of the process. */
  seconds: number;
  processor: number;
  /** Peak resident memory. */
  megabytes: number;
  bytes: number;
}

const REFERENCE = 'exceljs, streaming';
const writers: Record<string, (path: string, rows: number) => Promise<void>> = {
  ours: (path, rows) => writeOurs(Writable.toWeb(createWriteStream(path)), rows),
  'ours, encrypted': async (path, rows) => {
    const file = await open(path, 'w+');
    await writeOurs(encryptingStream(file, PASSWORD), rows);
    await file.close();
  },
  [REFERENCE]: writeWithExcelJs,
};

/** Columns of the rows: an instant as text and seven numbers, as in a recorded drive. */
const HEADINGS = [
  'Time stamp (UTC)',
  'Soc',
  'Speed',
  'Gear',
  'Latitude',
  'Longitude',
  'Altitude',
  'Temperature',
];

const START = Date.UTC(2026, 0, 1);

function reportRow(index: number): (string | number)[] {
  return [
    new Date(START + index * 1000).toISOString(),
    (8754 - (index % 7000)) / 100,
    (index % 9000) / 100,
    (index % 3) - 1,
    (33_986_225 + (index % 50_000)) / 1e6,
    (-6_725_523 - (index % 50_000)) / 1e6,
    140 + (index % 60),
    (200 + (index % 100)) / 10,
  ];
}

/** Rows are prepared and reused, so that only the writers are measured. */
const MADE = Array.from({ length: 50 }, (_, batch) =>
  Array.from({ length: BATCH }, (_, index) => reportRow(batch * BATCH + index)),
);

async function* batchesOf(rows: number) {
  for (let start = 0; start < rows; start += BATCH)
    yield (MADE[(start / BATCH) % MADE.length] ?? []).slice(0, rows - start);
}

async function writeOurs(into: WritableStream<Uint8Array>, rows: number): Promise<void> {
  const columns = HEADINGS.map((heading) => ({ heading, width: 20 }));
  const sheets = [{ name: 'Data', columns, rows: batchesOf(rows) }];
  const cover = () => ({ name: 'Manifest', columns: [], rows: [[['bench']]] });
  await writeWorkbook({ sheets, cover }, into);
}

async function writeWithExcelJs(path: string, rows: number): Promise<void> {
  const { EXCELJS_FOLDER = '' } = process.env;
  const ExcelJS = createRequire(join(EXCELJS_FOLDER, 'package.json'))('exceljs');
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path });
  const sheet = book.addWorksheet('Data');
  sheet.addRow(HEADINGS).commit();
  for await (const batch of batchesOf(rows)) {
    for (const row of batch) sheet.addRow(row).commit();
    // Lets its streams flush, as its documentation recommends; otherwise all rows stay in memory.
    await new Promise((resolve) => setImmediate(resolve));
  }
  sheet.commit();
  await book.commit();
}

async function measure(name: string, path: string, rows: number): Promise<Figures> {
  let seconds = 0;
  const processor = await processorTime(async () => {
    seconds = (await timed(async () => writers[name]?.(path, rows))) / 1000;
  });
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { seconds, processor, megabytes, bytes: (await stat(path)).size };
}

const measureApart = (name: string, path: string, rows: number) =>
  measuredApart<Figures>(MEMORY, [import.meta.filename, '--one', name, path, String(rows)]);

function installExcelJs(folder: string): void {
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, EXCELJS];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${EXCELJS} could not be installed: ${stderr}`);
  process.env.EXCELJS_FOLDER = folder;
}

/** Runs every writer `rounds` times in turn and prints medians. */
async function compare(rows = 1_000_000, rounds = 5): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  installExcelJs(folder);
  const runs = new Map(Object.keys(writers).map((name) => [name, [] as Figures[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, figures] of runs)
      figures.push(measureApart(name, join(folder, 'bench'), rows));
  await rm(folder, { recursive: true });
  const medianOf = (name: string, figure: keyof Figures) =>
    percentile((runs.get(name) ?? []).map((figures) => figures[figure]));
  console.log(
    `Report: ${rows.toLocaleString('en')} rows of ${HEADINGS.length}, median of ${rounds}; speed by processor time`,
  );
  for (const name of runs.keys()) {
    const processor = medianOf(name, 'processor');
    const cells = [
      name.padEnd(20),
      `${processor.toFixed(2)} s`.padStart(9),
      `(${medianOf(name, 'seconds').toFixed(2)} s)`.padStart(10),
      `${Math.round(rows / processor).toLocaleString('en')} rows/s`.padStart(17),
      `${Math.round(medianOf(name, 'megabytes'))} MB peak`.padStart(13),
      `${(medianOf(name, 'bytes') / 1e6).toFixed(1)} MB file`.padStart(15),
      `  ${(medianOf(REFERENCE, 'processor') / processor).toFixed(2)} × ${REFERENCE}`,
    ];
    console.log(cells.join(''));
  }
}

printHelpIfAsked('Run it with: npm run bench -- report\n');
const [mode, name = '', path = '', count] = process.argv.slice(2);
if (mode === '--one') console.log(JSON.stringify(await measure(name, path, Number(count))));
else await compare(...process.argv.slice(2).map(Number));
