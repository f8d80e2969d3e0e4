import { type CFB$Container, find, read } from 'cfb';
import { archiveLimits, type FileMark } from '#contract/files.ts';
import {
  holdsMacroSheets,
  holdsMacros,
  isActiveCompound,
  isActiveOffice,
  isActivePart,
  isActiveText,
  isEmbeddedFile,
} from './active-content.ts';
import { type Member, readRar, readZip } from './archive.ts';
import { type Findings, kindOf, UnsafeContent } from './findings.ts';
import { pdfMarks } from './pdf-document.ts';

export async function inspect(name: string, bytes: Uint8Array): Promise<Findings> {
  try {
    const marks = await marksOf(name, bytes, 0);
    return { rejected: null, marks: [...new Set(marks)].sort() };
  } catch (error) {
    if (error instanceof UnsafeContent) return { rejected: error.reason, inside: error.inside };
    throw error;
  }
}

async function marksOf(name: string, bytes: Uint8Array, depth: number): Promise<FileMark[]> {
  switch (kindOf(name)) {
    case 'compound':
    case 'office':
      return documentMarks(bytes, depth === 0 ? name : null, depth);
    case 'zip':
      return archiveMarks(readZip, bytes, depth);
    case 'rar':
      // Malware scanners unpack a zip in a zip, but no other nested archives.
      if (depth > 0) throw new UnsafeContent('archive');
      return archiveMarks(readRar, bytes, depth);
    case 'page':
      return ['script'];
    case 'text':
      return isActiveText(bytes) ? ['script'] : [];
    case 'pdf':
      if (depth === 0 && !hasPdfHeader(bytes)) throw new UnsafeContent('otherType');
      return pdfMarks(bytes);
    case 'packed':
      throw new UnsafeContent('archive');
    default:
      return [];
  }
}

/** PDF readers accept files whose header is anywhere in the first 1,024 bytes. */
const hasPdfHeader = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');

async function officeMarks(bytes: Uint8Array, depth: number): Promise<FileMark[]> {
  const members = await readable(readZip(bytes, isActivePart));
  // Office opens RTF and HTML under any name.
  if (!members) return isActiveText(bytes) ? ['unreadable', 'script'] : ['unreadable'];
  if (members.some(holdsMacros)) throw new UnsafeContent('macros');
  const marks: FileMark[] = isActiveOffice(members) ? ['script'] : [];
  for (const { name, content } of members)
    if (content && isEmbeddedFile(content))
      marks.push(...(await within(name, () => embeddedMarks(content, depth + 1))));
  return marks;
}

const ZIP = Buffer.from('PK');

/** A file inside a document: another document, or a file that may be a program. */
async function embeddedMarks(bytes: Uint8Array, depth: number): Promise<FileMark[]> {
  const isDocument = [ZIP, COMPOUND].some((start) => start.equals(bytes.subarray(0, start.length)));
  if (!isDocument || depth > MAX_EMBEDDED_DEPTH) return ['script'];
  return documentMarks(bytes, null, depth);
}

async function within(name: string, marks: () => Promise<FileMark[]>): Promise<FileMark[]> {
  try {
    return await marks();
  } catch (error) {
    if (error instanceof UnsafeContent) error.inside ??= name;
    throw error;
  }
}

async function archiveMarks(
  read: typeof readZip,
  bytes: Uint8Array,
  depth: number,
): Promise<FileMark[]> {
  if (depth > archiveLimits.maxDepth) throw new UnsafeContent('archive');
  const members = await readable(read(bytes, (name) => kindOf(name) !== undefined));
  if (!members) return ['unreadable'];
  const marks: FileMark[] = members.some(({ isEncrypted }) => isEncrypted) ? ['password'] : [];
  for (const { name, content } of members) {
    if (!content?.length || isLeftover(name, content)) continue;
    marks.push(...(await within(name, () => marksOf(name, content, depth + 1))));
  }
  return marks;
}

const MAX_EMBEDDED_DEPTH = 3;

/** First bytes of an AppleDouble file (RFC 1740), and maximum size of Office's lock files. */
const APPLE_DOUBLE = Buffer.from('00051607', 'hex');
const MAX_LOCK_FILE = 200;

function isLeftover(name: string, content: Uint8Array): boolean {
  return (
    APPLE_DOUBLE.equals(content.subarray(0, APPLE_DOUBLE.length)) ||
    (/(^|\/)~\$/.test(name) && content.length <= MAX_LOCK_FILE)
  );
}

async function readable(members: Promise<Member[]>): Promise<Member[] | null> {
  return members.catch((error: unknown) => {
    if (error instanceof UnsafeContent) throw error;
    return null;
  });
}

/** `wIdent` of the stream `WordDocument` ([MS-DOC] §2.5.2). */
const WORD_IDENTIFIER = 0xa5ec;

/** Signature of a compound file ([MS-CFB] §2.2), the format of Office up to 2003. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Inspects an Office document by its content, because Office ignores the extension.
 * @param name of an uploaded document, which must be a Word document; null for a member of an archive
 */
async function documentMarks(
  bytes: Uint8Array,
  name: string | null,
  depth: number,
): Promise<FileMark[]> {
  if (!COMPOUND.equals(bytes.subarray(0, COMPOUND.length))) return officeMarks(bytes, depth);
  const container = open(bytes);
  if (!container) {
    if (name) throw new UnsafeContent('otherType');
    return ['unreadable'];
  }
  // A VBA project is a storage `VBA` with a stream `dir` ([MS-OVBA] §2.2.1).
  if (container.FullPaths.some((path) => /\/VBA\/dir$/i.test(path)) || holdsMacroSheets(container))
    throw new UnsafeContent('macros');
  // [MS-OFFCRYPTO] §2.3.4.4
  if (find(container, '/EncryptedPackage')) return ['password'];
  if (name && (kindOf(name) === 'office' || !holdsWordDocument(container)))
    throw new UnsafeContent('otherType');
  return isActiveCompound(container) ? ['script'] : [];
}

function open(bytes: Uint8Array): CFB$Container | null {
  try {
    return read(Buffer.from(bytes), { type: 'buffer' });
  } catch {
    return null;
  }
}

function holdsWordDocument(container: CFB$Container): boolean {
  const stream = find(container, '/WordDocument');
  if (!stream || stream.size < 32) return false;
  return Buffer.from(stream.content).readUInt16LE(0) === WORD_IDENTIFIER;
}
