import type { CFB$Container } from 'cfb';
import type { Member } from './archive.ts';

/** Parts of an office document that may name a program to run or a file to load. */
export const isActivePart = (name: string): boolean =>
  /\.rels$|^word\/[^/]*\.xml$|^xl\/externalLinks\/|^(content|meta)\.xml$/i.test(name);

/**
 * Embedded objects and controls ([MS-OE376] part 1 §15.2): a package may contain a program. Charts
 * embed workbooks, which are not objects.
 */
const objectPart = /(^|\/)(oleObject[^/]*|activeX[^/]*)\.bin$|^Object\b[^/]*$/i;

/** Relationship to another place, other than a link that a reader follows (ECMA-376-2 §9.3). */
const relationship = /<(?:\w+:)?Relationship\b[^>]*>/g;
const loads = (xml: string): boolean =>
  (xml.match(relationship) ?? []).some(
    (one) =>
      /\/aFChunk["']/i.test(one) ||
      (/TargetMode\s*=\s*["']External["']/i.test(one) && !/\/hyperlink["']/i.test(one)),
  );

/**
 * Fields that run a command or load a file (ECMA-376-1 §17.16.5). A field may be split into several
 * runs.
 */
const runningField = /\b(DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|IMPORT|QUOTE\s+\d)/i;
function hasRunningField(xml: string): boolean {
  const texts = [
    ...xml.matchAll(/<w:instrText\b[^>]*>([^<]*)|<w:fldSimple\b[^>]*\bw:instr="([^"]*)/g),
  ];
  return runningField.test(
    texts.map(([, run = '', simple]) => (simple ? ` ${simple} ` : run)).join(''),
  );
}

/** DDE in workbooks and OpenDocument; remote templates, applets and plugins of OpenDocument. */
const runningElement =
  /<ddeLink\b|<(?:office|text):dde-|<draw:(?:applet|plugin|object-ole)\b|<meta:template\b[^>]*:href="(?:\w+:|\/\/)/i;

/**
 * Returns true if a document in a zip (OOXML, OpenDocument) runs a program or loads external
 * content.
 */
export const isActiveOffice = (members: readonly Member[]): boolean =>
  members.some(({ name, content }) => {
    if (objectPart.test(name)) return true;
    if (!content) return false;
    const xml = textOf(content);
    return loads(xml) || hasRunningField(xml) || runningElement.test(xml);
  });

/** Begin of a field ([MS-DOC] §2.8.25), its command; an external template ([MS-DOC] §2.9.274). */
const FIELD_BEGIN = '\u0013';
const binaryField = /^\s*(DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|IMPORT)\b/i;
const remoteTemplate = /(https?:\/\/|\\\\).{1,250}\.dot/i;

/**
 * The same for the binary format, in which embedded objects are separate storages ([MS-OLEDS]
 * §2.3.6).
 */
export const isActiveCompound = ({ FullPaths, FileIndex }: CFB$Container): boolean =>
  FullPaths.some((path) => /\/ObjectPool\/.|Ole10Native$/i.test(path)) ||
  FileIndex.some(({ name, content }) => {
    if (!/^(WordDocument|[01]Table)$/i.test(name) || !content) return false;
    const text = Buffer.from(content).toString('latin1').replaceAll('\0', '');
    const fields = text.split(FIELD_BEGIN).slice(1);
    return fields.some((field) => binaryField.test(field)) || remoteTemplate.test(text);
  });

/** Objects and templates of RTF, scripts of HTML and SVG. */
export const isActiveText = (bytes: Uint8Array): boolean =>
  /\\obj(data|ect|update)|\\\*\\template|\\field[^}]*\b(DDE|INCLUDE)|<html|<script|<svg|<!doctype html|mime-version:/i.test(
    textOf(bytes),
  );

function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const isWide = buffer[0] === 0xff && buffer[1] === 0xfe;
  return buffer.toString(isWide ? 'utf16le' : 'utf8');
}
