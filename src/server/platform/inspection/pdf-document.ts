import { inflateSync } from 'node:zlib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FileMark } from '#contract/file-safety.ts';

/** Pages searched for attachments; the attachment list of the document is read completely. */
const MOST_PAGES = 100;

/**
 * Returns what a reader must know before opening a PDF.
 * @param bytes are transferred to pdf.js and unusable afterwards
 */
export async function pdfMarks(bytes: Uint8Array): Promise<FileMark[]> {
  if (!bytesOf(bytes).includes('obj')) return ['unreadable'];
  const startsProgram = startsPrograms(bytes);
  const task = getDocument({
    data: alone(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise;
    if (startsProgram === null) return ['unreadable'];
    const marks: FileMark[] = [];
    if (startsProgram || (await pdf.hasJSActions()) || (await hasXfa(pdf))) marks.push('script');
    if ((await pdf.getAttachments()) || (await hasAttachedNotes(pdf))) marks.push('attachment');
    return marks;
  } catch (error) {
    return [
      error instanceof Error && error.name === 'PasswordException' ? 'password' : 'unreadable',
    ];
  } finally {
    await task.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

/** XFA forms contain scripts. */
async function hasXfa(pdf: Pdf): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'IsXFAPresent' in info && info.IsXFAPresent === true;
}

/** Limit of the unpacked object streams, in bytes. */
const MOST_BYTES = 50 * 1024 * 1024;
/** Longest stream dictionary, in bytes. */
const LONGEST_HEAD = 1000;

/** Returns bytes that own their buffer, without a copy if they already do. */
function alone(bytes: Uint8Array): Uint8Array {
  const { buffer, byteLength } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return new Uint8Array(isAlone ? buffer : bytes);
}

/**
 * Tests for the action `Launch` (ISO 32000-2 §12.6.4.6), which pdf.js does not report; null when
 * the object streams exceed the limit.
 */
function startsPrograms(bytes: Uint8Array): boolean | null {
  const file = bytesOf(bytes);
  if (namesLaunch(file)) return true;
  let left = MOST_BYTES;
  for (const packed of objectStreams(file)) {
    const objects = unpacked(packed, left);
    if (objects === null) return null;
    if (namesLaunch(objects)) return true;
    left -= objects.length;
  }
  return false;
}

/** Yields the compressed object streams; other streams hold text, images and fonts. */
function* objectStreams(file: Buffer): Generator<Buffer> {
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    const head = file.toString('latin1', at, at + LONGEST_HEAD);
    const begin = /\bstream\r?\n/.exec(head);
    if (!begin) continue;
    const start = at + begin.index + begin[0].length;
    const end = file.indexOf('endstream', start);
    if (end < 0) return;
    yield file.subarray(start, end);
    at = end;
  }
}

const bytesOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length);

/** The first letter may be written as its number. */
const BEGINNINGS = ['/L', '/#'];
const LAUNCH = Buffer.from('Launch');
const [NUMBER_SIGN] = Buffer.from('#');

function namesLaunch(objects: Buffer): boolean {
  for (const beginning of BEGINNINGS)
    for (let at = objects.indexOf(beginning); at >= 0; at = objects.indexOf(beginning, at + 1))
      if (isLaunch(objects, at + 1)) return true;
  return false;
}

/** Compares letter by letter: a file may consist of beginnings of names only. */
function isLaunch(objects: Buffer, start: number): boolean {
  let at = start;
  for (const letter of LAUNCH) {
    if (letterAt(objects, at) !== letter) return false;
    at += objects[at] === NUMBER_SIGN ? 3 : 1;
  }
  return !/\w/.test(String.fromCharCode(letterAt(objects, at)));
}

/** Returns a letter of a name, which may be written as `#` and its number, or 0 at the end. */
function letterAt(objects: Buffer, at: number): number {
  const byte = objects[at] ?? 0;
  if (byte !== NUMBER_SIGN) return byte;
  return digitAt(objects, at + 1) * 16 + digitAt(objects, at + 2);
}

const DIGITS = '0123456789abcdef';
/** Value of a hexadecimal digit, or NaN. */
function digitAt(objects: Buffer, at: number): number {
  const value = DIGITS.indexOf(String.fromCharCode(objects[at] ?? 0).toLowerCase());
  return value < 0 ? Number.NaN : value;
}

/** Empty when the stream is damaged, null when it is too large. */
function unpacked(packed: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch (error) {
    return error instanceof RangeError ? null : Buffer.alloc(0);
  }
}

async function hasAttachedNotes(pdf: Pdf): Promise<boolean> {
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
    const page = await pdf.getPage(number);
    const notes = (await page.getAnnotations()) as { subtype?: string }[];
    if (notes.some(({ subtype }) => subtype === 'FileAttachment')) return true;
    page.cleanup();
  }
  return false;
}
