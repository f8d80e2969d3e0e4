import { TextReader, ZipWriter } from '@zip.js/zip.js';
import { configureCompression } from './compression.ts';
import { hashed } from './hashed.ts';
import { type RowBatches, RowCursor } from './row-cursor.ts';
import { SheetNames } from './sheet-names.ts';
import { type Column, type SheetLimits, sheetXml } from './sheet-xml.ts';
import { contentTypes, sheetPath, workbookParts } from './workbook-parts.ts';

export interface Sheet {
  name: string;
  columns: readonly Column[];
  rows: RowBatches;
}

/** A worksheet as it was written. */
export interface WrittenSheet {
  name: string;
  /** Number of the part inside the package: xl/worksheets/sheet‹number›.xml. */
  number: number;
  /** Rows below the heading row. */
  rows: number;
  /** SHA-256 of the part's XML, hexadecimal. */
  sha256: string;
}

/** The sheets of a workbook; `cover` makes the first one, when all others are written and known. */
export interface Sheets {
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>;
  cover: (written: readonly WrittenSheet[][]) => Sheet;
}

configureCompression();

/** Excel's last row, and 3.5 GiB (see `SheetLimits`). */
const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 1024 ** 3 };

/**
 * Writes an xlsx workbook as a stream: memory does not grow with rows. A sheet with more rows than
 * a worksheet takes goes on in further sheets with the same heading row.
 * @returns for each sheet of data, in order, what it was written as: itself and its continuations
 * @throws the error of the rows or of `into`; rows are closed then, `into` is left as it stands
 */
export function writeWorkbook(
  book: Sheets,
  into: WritableStream<Uint8Array>,
): Promise<WrittenSheet[][]> {
  return writeLimitedWorkbook(book, into, LIMITS);
}

/** As `writeWorkbook`, with the limits of a worksheet as a parameter. */
export async function writeLimitedWorkbook(
  { sheets, cover }: Sheets,
  into: WritableStream<Uint8Array>,
  limits: SheetLimits,
): Promise<WrittenSheet[][]> {
  const writer = new SheetWriter(new ZipWriter(into, { extendedTimestamp: false }), limits);
  await writer.addPart(contentTypes.path, contentTypes.xml);
  const written: WrittenSheet[][] = [];
  for await (const sheet of sheets) written.push(await writer.addSheet(sheet));
  const front = await writer.addSheet(cover(written));
  for (const [path, xml] of Object.entries(workbookParts([...front, ...written.flat()]))) {
    await writer.addPart(path, xml);
  }
  await writer.close();
  return written;
}

class SheetWriter {
  readonly #zip: ZipWriter<unknown>;
  readonly #limits: SheetLimits;
  readonly #names = new SheetNames();
  #last = 0;

  constructor(zip: ZipWriter<unknown>, limits: SheetLimits) {
    this.#zip = zip;
    this.#limits = limits;
  }

  async addPart(path: string, xml: string): Promise<void> {
    await this.#zip.add(path, new TextReader(xml));
  }

  /** One sheet and its continuations; at least one, also without rows. */
  async addSheet({ name, columns, rows }: Sheet): Promise<WrittenSheet[]> {
    const cursor = new RowCursor(rows);
    const parts: WrittenSheet[] = [];
    try {
      do {
        const number = ++this.#last;
        const part = hashed(sheetXml(columns, cursor, this.#limits));
        await this.#zip.add(sheetPath(number), { readable: part.readable }, { zip64: false });
        parts.push({
          name: this.#names.take(name, parts.length + 1),
          number,
          ...part.result(),
        });
      } while (await cursor.fetch());
    } finally {
      await cursor.close();
    }
    return parts;
  }

  async close(): Promise<void> {
    await this.#zip.close();
  }
}
