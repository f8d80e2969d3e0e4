/** An instant as a date cell: its clock's reading, in ms as if it were UTC, and how it is shown. */
export interface DateCell {
  reading: number;
  shown: 'local' | 'utc';
}

/** Value of a cell. Bold text is for headings inside a sheet; a link leads to a sheet by its name. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | DateCell
  | { bold: string }
  | { link: string; sheet: string };
export type Row = readonly Cell[];

/** The longest text a cell takes in Excel, in UTF-16 units. */
export const MAX_CELL_TEXT = 32_767;

/** Style numbers of `stylesXml` in workbook-parts.ts. */
const BOLD = 1;
const DATES = { utc: 2, local: 3 };
const LINK = 4;
/** Bold, of as many lines as its text has. */
const HEADING = 5;

const DAY = 86_400_000;
/** 1 March 1900: before it Excel's days are counted wrongly or not at all. */
const FIRST_DATE = Date.UTC(1900, 2, 1);
const LAST_DATE = Date.UTC(10_000, 0, 1);
/** 1 January 1970 in Excel's days. */
const EPOCH = 25_569;

/** Characters that XML 1.0 cannot hold unescaped; parsers read a carriage return as a line feed. */
const SPECIAL = /[&<>]|[^\t\n\u{20}-\u{fffd}\u{10000}-\u{10ffff}]|\p{Surrogate}|_x[0-9a-f]{4}_/giu;
const EDGE_SPACE = /^[\s]|[\s]$|\n/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text for an XML element of a workbook. What XML 1.0 cannot hold is written `_xHHHH_`, and text
 * that looks like such an escape gets its underscore escaped (ECMA-376 part 1, 22.9.2.19).
 */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, (found) => {
    const entity = ENTITIES[found];
    if (entity) return entity;
    if (found.length > 1) return `_x005F${found}`;
    return `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** The letters of a column, counted from 0: A … Z, AA … */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** The shortest decimal that reads as the very number; −0 keeps its sign. */
export const exactDecimal = (value: number): string =>
  Object.is(value, -0) ? '-0' : String(value);

/** One cell as XML; empty for null. Numbers keep their shortest exact decimal form. */
export function cellXml(reference: string, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (Number.isFinite(cell)) return `<c r="${reference}"><v>${exactDecimal(cell)}</v></c>`;
    return textXml(reference, String(cell), '');
  }
  if (typeof cell === 'string') return textXml(reference, cell, '');
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('reading' in cell) return dateXml(reference, cell);
  if ('link' in cell) return textXml(reference, cell.link, ` s="${LINK}"`);
  return textXml(reference, cell.bold, ` s="${BOLD}"`);
}

/** The heading of a column as XML. */
export const headingXml = (reference: string, heading: string): string =>
  textXml(reference, heading, ` s="${HEADING}"`);

/** A date that Excel has none for is written as text, ISO 8601. */
function dateXml(reference: string, { reading, shown }: DateCell): string {
  if (reading >= FIRST_DATE && reading < LAST_DATE)
    return `<c r="${reference}" s="${DATES[shown]}"><v>${reading / DAY + EPOCH}</v></c>`;
  const text = new Date(reading).toISOString();
  return textXml(reference, shown === 'utc' ? text : text.slice(0, -1), '');
}

function textXml(reference: string, text: string, style: string): string {
  const fitting = text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 1)}…` : text;
  const space = EDGE_SPACE.test(fitting) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}"${style} t="inlineStr"><is><t${space}>${escapeText(fitting)}</t></is></c>`;
}
