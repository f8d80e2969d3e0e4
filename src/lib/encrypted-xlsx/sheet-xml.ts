import {
  type Cell,
  columnLetters,
  escapeText,
  type Row,
  writeCell,
  writeHeading,
} from './cells.ts';
import { TextBytes } from './text-bytes.ts';

/** Column of a sheet. The heading may have several lines. `width` is in characters. */
export interface Column {
  heading: string;
  width: number;
}

interface SheetLook {
  onePage?: boolean;
  drawing?: string | null;
}

export interface SheetLimits {
  rows: number;
  /** Maximum bytes of the XML. From 4 GiB on, zip64 is needed, which Excel may not read. */
  bytes: number;
}

const CHUNK = 256 * 1024;
const LINE_HEIGHT = 15;
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Generates the XML of one worksheet in chunks, with as many rows as the limits allow. A chunk is
 * valid until the next one is requested. If all headings are empty, the heading row is omitted.
 * @returns number of rows, without the heading row
 */
export async function* sheetXml(
  columns: readonly Column[],
  rows: RowCursor,
  limits: SheetLimits,
  look: SheetLook = {},
): AsyncGenerator<Buffer, number> {
  const letters = columns.map((_, index) => columnLetters(index));
  const hasHeading = columns.some(({ heading }) => heading !== '');
  const links: string[] = [];
  const xml = new TextBytes();
  let line = 0;
  let bytes = 0;
  xml.utf8(opening(columns, hasHeading));
  if (hasHeading) writeHeadings(xml, columns, ++line);
  while (line < limits.rows && bytes + xml.length < limits.bytes) {
    if (!rows.isReady && !(await rows.fetch())) break;
    xml.ascii('<row r="');
    xml.digits(++line);
    xml.ascii('">');
    const row = rows.take();
    for (let index = 0; index < row.length; index++) {
      const cell = row[index] ?? null;
      const reference = (letters[index] ?? columnLetters(index)) + line;
      writeCell(xml, reference, cell);
      if (isLink(cell)) links.push(linkXml(reference, cell));
    }
    xml.ascii('</row>');
    if (xml.length >= CHUNK) {
      bytes += xml.length;
      yield xml.take();
    }
  }
  xml.utf8(closing(letters, line, hasHeading, links, look));
  yield xml.take();
  return hasHeading ? line - 1 : line;
}

function opening(columns: readonly Column[], hasHeading: boolean): string {
  const pane = hasHeading
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : '';
  const widths = columns
    .map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths}</cols><sheetData>`;
}

function writeHeadings(xml: TextBytes, columns: readonly Column[], line: number): void {
  const lines = Math.max(...columns.map(({ heading }) => heading.split('\n').length));
  // Some programs do not adjust the row height to a heading with several lines.
  const height = lines > 1 ? ` ht="${lines * LINE_HEIGHT}" customHeight="1"` : '';
  xml.ascii(`<row r="${line}"${height}>`);
  for (const [index, { heading }] of columns.entries())
    writeHeading(xml, columnLetters(index) + line, heading);
  xml.ascii('</row>');
}

type Link = Extract<Cell, { link: string }>;

const isLink = (cell: Cell): cell is Link =>
  typeof cell === 'object' && cell !== null && 'link' in cell;

function linkXml(reference: string, { sheet }: Link): string {
  const place = escapeText(`'${sheet.replaceAll("'", "''")}'!A1`).replaceAll('"', '&quot;');
  return `<hyperlink ref="${reference}" location="${place}"/>`;
}

/** Returns the elements after the rows, in the order of ECMA-376 part 1, 18.3.1.99. */
function closing(
  letters: string[],
  lastLine: number,
  hasHeading: boolean,
  links: readonly string[],
  { onePage = false, drawing = null }: SheetLook,
): string {
  const filter =
    hasHeading && lastLine > 1
      ? `<autoFilter ref="${letters[0]}1:${letters.at(-1)}${lastLine}"/>`
      : '';
  const hyperlinks = links.length > 0 ? `<hyperlinks>${links.join('')}</hyperlinks>` : '';
  const orientation = onePage ? 'portrait' : 'landscape';
  const page = `<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="${onePage ? 1 : 0}"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`;
  const drawn = drawing ? `<drawing r:id="${drawing}"/>` : '';
  return `</sheetData>${filter}${hyperlinks}${page}${drawn}</worksheet>`;
}

export type RowBatches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Reads batches row by row. `fetch` returns whether there is a further row; `take` consumes it. */
export class RowCursor {
  readonly #batches: AsyncIterator<readonly Row[]> | Iterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;

  constructor(batches: RowBatches) {
    this.#batches =
      Symbol.asyncIterator in batches
        ? batches[Symbol.asyncIterator]()
        : batches[Symbol.iterator]();
  }

  get isReady(): boolean {
    return this.#next < this.#batch.length;
  }

  async fetch(): Promise<boolean> {
    while (!this.isReady) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
      this.#next = 0;
    }
    return true;
  }

  take(): Row {
    return this.#batch[this.#next++] as Row;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
