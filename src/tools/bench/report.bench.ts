import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { timed } from './bench.ts';
import { HEADINGS, reportRow } from './report-rows.ts';

/*
 * Rows a second and peak memory of a workbook: ours, ours encrypted, and exceljs's streaming
 * writer, on the same rows in the same run, each in a process of its own.
 *   node src/tools/bench/report.bench.ts [rows] [rounds]
 */

const PASSWORD = 'AAAAA-BBBBB-CCCCC-DDDDD';
const BATCH = 2000;
/** The nursery that the report's worker has (run-in-worker.ts), for every writer: 3 × 8 MB. */
const NURSERY = '--max-semi-space-size=8';

interface Figures {
  seconds: number;
  /** Peak resident memory of the process. */
  megabytes: number;
  bytes: number;
}

type Writer = (path: string, rows: number) => Promise<void>;

const writers: Record<string, Writer> = {
  ours: (path, rows) => writeOurs(Writable.toWeb(createWriteStream(path)), rows),
  'ours, encrypted': async (path, rows) => {
    const file = await open(path, 'w+');
    await writeOurs(encryptingStream(file, PASSWORD), rows);
    await file.close();
  },
  'exceljs, streaming': writeWithExcelJs,
};

async function writeOurs(into: WritableStream<Uint8Array>, rows: number): Promise<void> {
  function* batches() {
    for (let start = 0; start < rows; start += BATCH) {
      const length = Math.min(BATCH, rows - start);
      yield Array.from({ length }, (_, index) => reportRow(start + index));
    }
  }
  const columns = HEADINGS.map((heading) => ({ heading, width: 20 }));
  const sheets = [{ name: 'Data', columns, rows: batches() }];
  const cover = () => ({ name: 'Manifest', columns: [], rows: [[['bench']]] });
  await writeWorkbook({ sheets, cover }, into);
}

async function writeWithExcelJs(path: string, rows: number): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path });
  const sheet = book.addWorksheet('Data');
  sheet.addRow(HEADINGS).commit();
  for (let index = 0; index < rows; index++) {
    sheet.addRow(reportRow(index)).commit();
    // As its own documentation advises: gives its streams a turn, else every row stays in memory.
    if (index % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  sheet.commit();
  await book.commit();
}

async function measure(name: string, path: string, rows: number): Promise<Figures> {
  const seconds = (await timed(async () => writers[name]?.(path, rows))) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { seconds, megabytes, bytes: (await stat(path)).size };
}

function measureApart(name: string, path: string, rows: number): Figures {
  const args = [NURSERY, import.meta.filename, '--one', name, path, String(rows)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Runs every writer `rounds` times by turns and prints each one's fastest. */
async function compare(rows = 1_000_000, rounds = 3): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const best = new Map<string, Figures>();
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(writers)) {
      const figures = measureApart(name, join(folder, 'bench.xlsx'), rows);
      const known = best.get(name);
      if (!known || figures.seconds < known.seconds) best.set(name, figures);
    }
  }
  await rm(folder, { recursive: true });
  const reference = best.get('exceljs, streaming')?.seconds ?? Number.NaN;
  console.log(`Report: ${rows.toLocaleString('en')} rows of ${HEADINGS.length}, best of ${rounds}`);
  for (const [name, { seconds, megabytes, bytes }] of best) {
    const cells = [
      name.padEnd(20),
      `${seconds.toFixed(2)} s`.padStart(9),
      `${Math.round(rows / seconds).toLocaleString('en')} rows/s`.padStart(17),
      `${Math.round(megabytes)} MB peak`.padStart(13),
      `${(bytes / 1e6).toFixed(1)} MB file`.padStart(14),
      `${(reference / seconds).toFixed(2)} × exceljs`.padStart(16),
    ];
    console.log(cells.join(''));
  }
}

const [mode, name = '', path = '', count] = process.argv.slice(2);
if (mode === '--one') console.log(JSON.stringify(await measure(name, path, Number(count))));
else await compare(...process.argv.slice(2).map(Number));
