import { type TextBytes, textWithout } from './text-bytes.ts';

/**
 * Date cell. `reading` is the displayed date and time, in ms since 1970 as if it were UTC. `shown`
 * selects the cell format: local time, UTC, or a day without time.
 */
export interface DateCell {
  reading: number;
  shown: 'local' | 'utc' | 'day';
}

/** Cell value. Bold text is a heading inside a sheet. A link refers to a sheet by name. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | DateCell
  | { bold: string }
  | { link: string; sheet: string };
export type Row = readonly Cell[];

/** Excel's maximum length of text in a cell, in UTF-16 code units. */
export const MAX_CELL_TEXT = 32_767;

/** Indices of the formats in `stylesXml` (workbook-parts.ts). */
const BOLD = ' s="1"';
const UTC_DATE = ' s="2"><v>';
const LOCAL_DATE = ' s="3"><v>';
const LINK = ' s="4"';
const HEADING = ' s="5"';
const DAY_DATE = ' s="6"><v>';

const DAY = 86_400_000;
/** 1 March 1900. Excel treats 1900 as a leap year; earlier dates are off by one or unsupported. */
const FIRST_DATE = Date.UTC(1900, 2, 1);
const LAST_DATE = Date.UTC(10_000, 0, 1);
const SERIAL_OF_1970 = 25_569;

/** Characters to escape. Includes the carriage return, which XML parsers read as a line feed. */
const SPECIAL = /[&<>]|[^\t\n\u{20}-\u{fffd}\u{10000}-\u{10ffff}]|\p{Surrogate}|_x[0-9a-f]{4}_/giu;
const EDGE_SPACE = /^[\s]|[\s]$|\n/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for an XML element of a workbook. Characters that are invalid in XML 1.0 become
 * `_xHHHH_`, and text that looks like such an escape has its underscore escaped (ECMA-376 part 1,
 * 22.9.2.19).
 */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, (found) => {
    const entity = ENTITIES[found];
    if (entity) return entity;
    if (found.length > 1) return `_x005F${found}`;
    return `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

export const exactDecimal = (value: number): string =>
  Object.is(value, -0) ? '-0' : String(value);

const isPlain = textWithout('&<>_');

/**
 * Writes one cell as XML; nothing for null. The reference is optional in ECMA-376, but some readers
 * need it.
 */
export function writeCell(xml: TextBytes, reference: string, cell: Cell): void {
  if (cell === null) return;
  xml.ascii(`<c r="${reference}"`);
  if (typeof cell === 'string') writeText(xml, cell);
  else if (typeof cell === 'number' && Number.isFinite(cell)) writeNumber(xml, cell);
  else if (typeof cell === 'number') writeText(xml, String(cell));
  else if (typeof cell === 'boolean') xml.ascii(` t="b"><v>${cell ? 1 : 0}</v></c>`);
  else if ('reading' in cell) writeDate(xml, cell);
  else if ('link' in cell) writeText(xml, cell.link, LINK);
  else writeText(xml, cell.bold, BOLD);
}

export function writeHeading(xml: TextBytes, reference: string, heading: string): void {
  xml.ascii(`<c r="${reference}"`);
  writeText(xml, heading, HEADING);
}

function writeNumber(xml: TextBytes, value: number): void {
  xml.ascii('><v>');
  xml.number(value);
  xml.ascii('</v></c>');
}

function writeDate(xml: TextBytes, { reading, shown }: DateCell): void {
  if (!(reading >= FIRST_DATE && reading < LAST_DATE)) {
    const text = new Date(reading).toISOString();
    writeText(xml, shown === 'utc' ? text : text.slice(0, -1));
    return;
  }
  const days = Math.floor(reading / DAY);
  const part = Math.round(((reading - days * DAY) / DAY) * 1e11);
  const upper = Math.floor(part / 1e5);
  xml.ascii({ utc: UTC_DATE, local: LOCAL_DATE, day: DAY_DATE }[shown]);
  xml.digits(days + SERIAL_OF_1970);
  xml.ascii('.');
  xml.digits(upper, 6);
  xml.digits(part - upper * 1e5, 5);
  xml.ascii('</v></c>');
}

function writeText(xml: TextBytes, text: string, style = ''): void {
  xml.ascii(style);
  if (isPlain(text) && text.length <= MAX_CELL_TEXT && text.trim().length === text.length) {
    xml.ascii(' t="inlineStr"><is><t>');
    xml.ascii(text);
  } else {
    const fitting = text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 1)}…` : text;
    const space = EDGE_SPACE.test(fitting) ? ' xml:space="preserve"' : '';
    xml.ascii(` t="inlineStr"><is><t${space}>`);
    xml.utf8(escapeText(fitting));
  }
  xml.ascii('</t></is></c>');
}
