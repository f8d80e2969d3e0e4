import type { CFB$Container } from 'cfb';
import type { Member } from './archive.ts';

/**
 * Returns true for parts of an office document that may refer to a program or file, or are files.
 * Tests the content, too, because relationships can give a part any name.
 */
export const isActivePart = (name: string, start: Uint8Array): boolean =>
  /\.(rels|xml)$/i.test(name) || isEmbeddedFile(start) || /^[\s\0\ufeff]*</.test(textOf(start));

/** Signatures of zip archives, compound files, RTF and programs (Windows, Linux, macOS). */
const signatures = ['504b0304', 'd0cf11e0', '7b5c7274', '4d5a', '7f454c46', 'cffaedfe', 'cafebabe'];

export const isEmbeddedFile = (content: Uint8Array): boolean => {
  const start = Buffer.from(content.subarray(0, 4)).toString('hex');
  return signatures.some((signature) => start.startsWith(signature));
};

/**
 * Embedded objects and controls ([MS-OE376] part 1 §15.2): a package may contain a program. Charts
 * embed workbooks, which are not objects.
 */
const objectPart = /(^|\/)(oleObject[^/]*|activeX[^/]*)\.bin$|^Object\b[^/]*$/i;

/** Relationships (ECMA-376-2 §9.3) with their attributes, which may contain `>`. */
const relationship = /<(?:[^\s<>/:]+:)?Relationship\b(?:[^>"']|"[^"]*"|'[^']*')*>/g;
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
const loads = (name: string, xml: string): boolean =>
  relationsOf(xml).some(
    ({ type, isExternal }) =>
      /^(aFChunk|oleObject|control)$/i.test(type) ||
      (/^package$/i.test(type) && !/(^|\/)charts\//i.test(name)) ||
      (isExternal && type !== 'hyperlink'),
  );

/**
 * Macros: VBA project of Office ([MS-OFFMACRO2] §2.2) and macro sheets of Excel 4; LibreOffice
 * libraries and scripts.
 */
export const holdsMacros = ({ name, content }: Member): boolean =>
  /(^|\/)(vbaProject\.bin$|macrosheets\/)|^(Basic|Scripts)\/./i.test(name) ||
  (content !== null &&
    relationsOf(textOf(content)).some(({ type }) => /^(vbaProject|xl\w*Macrosheet)$/i.test(type)));

/** Type of the record of a sheet ([MS-XLS] §2.4.28), and the value that marks a macro sheet. */
const BOUND_SHEET = 0x0085;
const MACRO_SHEET = 1;

export function holdsMacroSheets({ FileIndex }: CFB$Container): boolean {
  const workbooks = FileIndex.filter(({ name }) => /^(Work)?book$/i.test(name));
  return workbooks.some(({ content }) => {
    const records = Buffer.from(content ?? []);
    for (let at = 0; at + 10 <= records.length; at += 4 + records.readUInt16LE(at + 2))
      if (records.readUInt16LE(at) === BOUND_SHEET && records[at + 9] === MACRO_SHEET) return true;
    return false;
  });
}

/**
 * Fields that run a command or load a file (ECMA-376-1 §17.16.5). A field may be split into several
 * runs.
 */
const runningField = /\b(DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|IMPORT|QUOTE\s+\d)/i;
function hasRunningField(xml: string): boolean {
  const texts = [
    ...xml.matchAll(
      /<(?:[^\s<>/:]+:)?(?:instrText\b[^>]*>([^<]*)|fldSimple\b[^>]*[\s:]instr\s*=\s*["']([^"']*))/g,
    ),
  ];
  return runningField.test(
    texts.map(([, run = '', simple]) => (simple ? ` ${simple} ` : run)).join(''),
  );
}

/** Elements that run a command or load data: links of workbooks, objects and events of ODF. */
const runningElement =
  /<(?:[^\s<>/:]+:)?(?:ddeLink|webPr|dbPr|dde-\w|applet|plugin|object-ole|event-listener)\b/i;

/** Elements of ODF that load an address, except links `a`, which open only on a click. */
const loadingElement =
  /<(?:[^\s<>/:]+:)?(?!a\s)[^\s<>/:]+\s(?:[^>"']|"[^"]*"|'[^']*')*?\bhref\s*=\s*["'](?:\w[\w+.-]*:|\/\/|\\\\)/i;
const odfPart = /(^|\/)(content|styles|meta)\.xml$/i;

export const isActiveOffice = (members: readonly Member[]): boolean =>
  members.some(({ name, content }) => {
    if (objectPart.test(name)) return true;
    if (!content) return false;
    const xml = textOf(content);
    return (
      loads(name, xml) ||
      hasRunningField(xml) ||
      runningElement.test(xml) ||
      (odfPart.test(name) && loadingElement.test(xml))
    );
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
  /\\obj(data|ect|update)|\\\*\s*\\template|\\field[^}]*\b(DDE|INCLUDE)|<html|<script|<svg|<!doctype html|mime-version:/i.test(
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
