import type { CFB$Container } from 'cfb';
import type { Member } from './archive.ts';

/** Parts of an office document that may name a program to run or a file to load. */
export const isActivePart = (name: string): boolean =>
  /\.rels$|^word\/.*\.xml$|^xl\/externalLinks\/|^(content|meta)\.xml$/i.test(name);

/**
 * Embedded objects and controls ([MS-OE376] part 1 §15.2): a package may contain a program. Charts
 * embed workbooks, which are not objects.
 */
const objectPart = /(^|\/)(oleObject[^/]*|activeX[^/]*)\.bin$|^Object\b[^/]*$/i;

/** Relationships (ECMA-376-2 §9.3) with their attributes, which may contain `>`. */
const relationship = /<(?:\w+:)?Relationship\b(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const typeAttribute = /\sType\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const modeAttribute = /\sTargetMode\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const attributeOf = (tag: string, attribute: RegExp): string =>
  attribute.exec(tag)?.slice(1).join('') ?? '';

function relationsOf(xml: string) {
  return (xml.match(relationship) ?? []).map((tag) => ({
    type: attributeOf(tag, typeAttribute).replace(/^.*\//, ''),
    isExternal: /^External$/i.test(attributeOf(tag, modeAttribute)),
  }));
}

/** Detects embedded content and references, except hyperlinks, which open only on a click. */
const loads = (xml: string): boolean =>
  relationsOf(xml).some(
    ({ type, isExternal }) =>
      /^(aFChunk|oleObject|control)$/i.test(type) || (isExternal && type !== 'hyperlink'),
  );

/** Macros: VBA project of Office ([MS-OFFMACRO2] §2.2); LibreOffice libraries and scripts. */
export const holdsMacros = ({ name, content }: Member): boolean =>
  /(^|\/)vbaProject\.bin$|^(Basic|Scripts)\/./i.test(name) ||
  (content !== null && relationsOf(textOf(content)).some(({ type }) => type === 'vbaProject'));

/**
 * Fields that run a command or load a file (ECMA-376-1 §17.16.5). A field may be split into several
 * runs.
 */
const runningField = /\b(DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|IMPORT|QUOTE\s+\d)/i;
function hasRunningField(xml: string): boolean {
  const texts = [
    ...xml.matchAll(/<w:instrText\b[^>]*>([^<]*)|<w:fldSimple\b[^>]*\bw:instr\s*=\s*["']([^"']*)/g),
  ];
  return runningField.test(
    texts.map(([, run = '', simple]) => (simple ? ` ${simple} ` : run)).join(''),
  );
}

const runningElement =
  /<ddeLink\b|<(?:office|text):dde-|<draw:(?:applet|plugin|object-ole)\b|<meta:template\b[^>]*:href="(?:\w+:|\/\/)/i;

export const isActiveOffice = (members: readonly Member[]): boolean =>
  members.some(({ name, content }) => {
    if (objectPart.test(name)) return true;
    if (!content) return false;
    const xml = textOf(content);
    return loads(xml) || hasRunningField(xml) || runningElement.test(xml);
  });

/** Start of a field ([MS-DOC] §2.8.25), its command, an external template ([MS-DOC] §2.9.274). */
const FIELD_BEGIN = '\u0013';
const binaryField = /^\s*(DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|IMPORT)\b/i;
const remoteTemplate = /(https?:\/\/|\\\\).{1,250}\.dot/i;

/**
 * Detects active content in the binary format, in which embedded objects are separate storages
 * ([MS-OLEDS] §2.3.6).
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
  const [first, second] = bytes;
  const isWide =
    bytes.subarray(0, 4).includes(0) ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff);
  const isBigEndian = first === 0xfe || first === 0;
  const encoding = !isWide ? 'utf-8' : isBigEndian ? 'utf-16be' : 'utf-16le';
  return new TextDecoder(encoding)
    .decode(bytes)
    .replace(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (_, code: string) =>
      characterOf(Number(code.toLowerCase().startsWith('x') ? `0${code}` : code)),
    );
}

const characterOf = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
