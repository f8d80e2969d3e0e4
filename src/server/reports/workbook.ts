import { createHash } from 'node:crypto';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { RowCursor, type RowBatches } from './row-cursor.ts';
import { SheetNames } from './sheet-names.ts';
import { type Column, type SheetLimits, sheetXml } from './sheet-xml.ts';
import { sheetPath, workbookParts } from './workbook-parts.ts';

export interface Sheet {
  name: string;
  columns: readonly Column[];
  rows: RowBatches;
}

/** A worksheet as it was written. */
export interface WrittenSheet {
  name: string;
  /** Path inside the package. */
  path: string;
  /** Rows below the heading row. */
  rows: number;
  /** SHA-256 of the part's XML, hexadecimal. */
  sha256: string;
}

// A report is made on a worker thread already; the entries are compressed on libuv's threads.
configure({ useWebWorkers: false });

/** Excel's last row, and 3.5 GiB (see `SheetLimits`). */
const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 1024 ** 3 };

/**
 * Writes an xlsx workbook as a stream: memory does not grow with rows. A sheet with more rows than
 * a worksheet takes goes on in further sheets with the same heading row.
 * @param cover makes the first sheet, once all others are written and known
 */
export function writeWorkbook(
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  cover: (written: readonly WrittenSheet[]) => Sheet,
  into: WritableStream<Uint8Array>,
): Promise<WrittenSheet[]> {
  return writeLimitedWorkbook(sheets, cover, into, LIMITS);
}

/** As `writeWorkbook`, with the limits of a worksheet as a parameter. */
export async function writeLimitedWorkbook(
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  cover: (written: readonly WrittenSheet[]) => Sheet,
  into: WritableStream<Uint8Array>,
  limits: SheetLimits,
): Promise<WrittenSheet[]> {
  const zip = new ZipWriter(into, { zip64: false, extendedTimestamp: false });
  const names = new SheetNames();
  const written: WrittenSheet[] = [];
  for await (const sheet of sheets) {
    for await (const part of writeSheet(zip, sheet, names, written.length + 2, limits)) {
      written.push(part);
    }
  }
  const covers: WrittenSheet[] = [];
}
