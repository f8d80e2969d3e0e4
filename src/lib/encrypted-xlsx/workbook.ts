import { createHash } from 'node:crypto';
import { columnLetters } from './cells.ts';
import {
  type Column,
  type RowBatches,
  RowCursor,
  type SheetLimits,
  sheetXml,
} from './sheet-xml.ts';
import {
  type Chart,
  chartParts,
  DRAWING_ID,
  type ListedSheet,
  sheetPath,
  workbookParts,
} from './workbook-parts.ts';
import { ZipStream } from './zip-stream.ts';

export interface Sheet {
  name: string;
  columns: readonly Column[];
  rows: RowBatches;
  onePage?: boolean;
  chart?: Chart | null;
}

export interface WrittenSheet {
  name: string;
  number: number;
  rows: number;
  /** SHA-256 of the part's XML, hexadecimal. */
  sha256: string;
}

/** `cover` returns the first sheets, and is called after all others are written. */
export interface Sheets {
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>;
  cover: (written: readonly WrittenSheet[][]) => Sheet | readonly Sheet[];
  /** Number of sheets that `cover` returns; default: 1. They get the first part numbers. */
  covers?: number;
}

/** Excel's maximum number of rows, and 3.5 GiB of XML (see `SheetLimits`). */
const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 1024 ** 3 };

/**
 * Writes an xlsx workbook as a stream with constant memory. A sheet with more rows than a worksheet
 * can have continues in further sheets with the same heading row.
 * @returns for each data sheet, in order, the worksheets written for it
 * @throws the error of the rows or of `into`; closes the rows, but not `into`
 */
export async function writeWorkbook(
  { sheets, cover, covers = 1 }: Sheets,
  into: WritableStream<Uint8Array>,
  limits = LIMITS,
): Promise<WrittenSheet[][]> {
  const writer = new SheetWriter(new ZipStream(into), limits, covers);
  const written: WrittenSheet[][] = [];
  for await (const sheet of sheets) written.push(await writer.addSheet(sheet));
  const data = writer.takeListed();
  const front = [cover(written)].flat();
  if (front.length !== covers)
    throw new Error(`${covers} covers announced, ${front.length} returned`);
  for (const [index, sheet] of front.entries()) await writer.addSheet(sheet, index + 1);
  for (const [path, xml] of Object.entries(workbookParts([...writer.takeListed(), ...data])))
    await writer.addPart(path, xml);
  await writer.close();
  return written;
}

class SheetWriter {
  readonly #zip: ZipStream;
  readonly #limits: SheetLimits;
  readonly #names = new SheetNames();
  #listed: ListedSheet[] = [];
  #last: number;

  constructor(zip: ZipStream, limits: SheetLimits, covers: number) {
    this.#zip = zip;
    this.#limits = limits;
    this.#last = covers;
  }

  async addPart(path: string, xml: string): Promise<void> {
    await this.#zip.add(path, [Buffer.from(xml)]);
  }

  takeListed(): ListedSheet[] {
    const listed = this.#listed;
    this.#listed = [];
    return listed;
  }

  async addSheet(sheet: Sheet, reservedNumber?: number): Promise<WrittenSheet[]> {
    const { name, columns, rows, onePage = false, chart = null } = sheet;
    const cursor = new RowCursor(rows);
    const parts: WrittenSheet[] = [];
    const look = { onePage, drawing: chart && DRAWING_ID };
    const hasHeading = columns.some(({ heading }) => heading !== '');
    try {
      do {
        const isReserved = reservedNumber !== undefined && parts.length === 0;
        const number = isReserved ? reservedNumber : ++this.#last;
        const part = hashed(sheetXml(columns, cursor, this.#limits, look));
        await this.#zip.add(sheetPath(number), part.chunks);
        const written = {
          name: this.#names.take(name, parts.length + 1),
          number,
          ...part.result(),
        };
        parts.push(written);
        const last = Math.max(written.rows + (hasHeading ? 1 : 0), chart?.area.rows[1] ?? 0);
        const printedTo = onePage ? `${lastColumn(sheet)}${last}` : null;
        this.#listed.push({ ...written, printedTo, hasHeading, hasChart: chart !== null });
        if (chart)
          for (const [path, xml] of Object.entries(chartParts(number, written.name, chart)))
            await this.addPart(path, xml);
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

const lastColumn = ({ columns, chart }: Sheet) =>
  columnLetters(Math.max(columns.length, chart?.area.columns[1] ?? 0, 1) - 1);

export function hashed(source: AsyncGenerator<Buffer, number>) {
  const hash = createHash('sha256');
  let rows = 0;
  async function* chunks() {
    for (;;) {
      const next = await source.next();
      if (next.done) {
        rows = next.value;
        return;
      }
      hash.update(next.value);
      yield next.value;
    }
  }
  return { chunks: chunks(), result: () => ({ rows, sha256: hash.digest('hex') }) };
}

const MAX_NAME = 31;
const FORBIDDEN = /[[\]:*?/\\\p{Cc}]/gu;

/** Assigns names that Excel accepts: unique, at most 31 characters, none forbidden. */
class SheetNames {
  readonly #taken = new Set<string>();

  take(wanted: string, part: number): string {
    const clean = wanted.replace(FORBIDDEN, ' ').replace(/^['\s]+|['\s]+$/g, '') || 'Sheet';
    for (let number = part; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = cut(clean, MAX_NAME - suffix.length) + suffix;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
