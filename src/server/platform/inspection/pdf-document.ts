import { inflateSync } from 'node:zlib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FileMark } from '#contract/files.ts';

const MAX_PAGES = 100;

export async function pdfMarks(bytes: Uint8Array): Promise<FileMark[]> {
  if (!bytesOf(bytes).includes('obj')) return ['unreadable'];
  const objects = searchObjects(bytes);
  const task = getDocument({
    data: ownedBytes(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise;
    const marks: FileMark[] = objects.isComplete ? [] : ['unreadable'];
    const found = await searchPages(pdf);
    if (objects.script || found.script || (await pdf.hasJSActions()) || (await hasXfa(pdf)))
      marks.push('script');
    if (objects.attachment || found.attachment || (await pdf.getAttachments()))
      marks.push('attachment');
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

/** An XFA form may contain scripts. */
async function hasXfa(pdf: Pdf): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'IsXFAPresent' in info && info.IsXFAPresent === true;
}

const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const MAX_DICTIONARY_BYTES = 1000;

function ownedBytes(bytes: Uint8Array): Uint8Array {
  const { buffer, byteLength } = bytes;
  const isOwned = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return new Uint8Array(isOwned ? buffer : bytes);
}

/**
 * Searches the file and its object streams. `isComplete` is false if a stream cannot be read or the
 * streams exceed `MAX_UNPACKED_BYTES`.
 */
function searchObjects(bytes: Uint8Array) {
  const file = bytesOf(bytes);
  const { streams, ...found } = searchNames(file);
  let left = MAX_UNPACKED_BYTES;
  for (const packed of objectStreams(file, streams)) {
    const objects = packed && unpacked(packed, left);
    if (objects === null) return { ...found, isComplete: false };
    const { script, attachment } = searchNames(objects);
    found.script ||= script;
    found.attachment ||= attachment;
    left -= objects.length;
  }
  return { ...found, isComplete: true };
}

function* objectStreams(file: Buffer, places: readonly number[]): Generator<Buffer | null> {
  let [start, end] = [0, 0];
  for (const at of places) {
    if (at > start && at < end) continue;
    const head = file.toString('latin1', at, at + MAX_DICTIONARY_BYTES);
    const begin = /\bstream\r?\n/.exec(head);
    if (!begin) {
      if (typeKey.test(file.toString('latin1', at - MAX_KEY_LENGTH, at))) yield null;
      continue;
    }
    start = at + begin.index + begin[0].length;
    end = file.indexOf('endstream', start);
    if (end < 0) return;
    yield file.subarray(start, end);
  }
}

const bytesOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length);

/**
 * Actions and annotations (ISO 32000-2 §12.6.4, §13) that run a program or script, send or load
 * data, or open another file. pdf.js reports few of them.
 */
const ACTIONS =
  'Launch JavaScript SubmitForm ImportData GoToR GoToE Rendition Movie RichMedia'.split(' ');
const OBJECT_STREAM = 'ObjStm';
/** Refers to the files of a file specification (ISO 32000-2 §7.11.3), which `/AF` attaches anywhere. */
const EMBEDDED_FILE = 'EF';
const namesByLetter = Map.groupBy([...ACTIONS, OBJECT_STREAM, EMBEDDED_FILE], (name) =>
  name.charCodeAt(0),
);
/** `/Type`. Each letter may be encoded. */
const typeKey = /\/(T|#54)(y|#79)(p|#70)(e|#65)\s*$/i;
const MAX_KEY_LENGTH = 40;
const [NUMBER_SIGN] = Buffer.from('#');

/** Finds PDF names, whose letters may be encoded as `#` and two hex digits, in one pass. */
function searchNames(objects: Buffer) {
  const found = { script: false, attachment: false, streams: [] as number[] };
  for (let at = objects.indexOf('/'); at >= 0; at = objects.indexOf('/', at + 1)) {
    const names = namesByLetter.get(letterAt(objects, at + 1));
    const name = names?.find((each) => isNamed(each, objects, at + 1));
    if (name === OBJECT_STREAM) found.streams.push(at);
    else if (name === EMBEDDED_FILE) found.attachment ||= hasFiles(objects, at);
    else if (name) found.script = true;
  }
  return found;
}

const hasFiles = (objects: Buffer, at: number): boolean =>
  /^\/(E|#45)(F|#46)\s*(<<|\d+\s+\d+\s+R)/.test(objects.toString('latin1', at, at + 40));

/** Stops at the first different letter: a crafted file may consist of beginnings of names. */
function isNamed(name: string, objects: Buffer, start: number): boolean {
  let at = start;
  for (let index = 0; index < name.length; index++) {
    if (letterAt(objects, at) !== name.charCodeAt(index)) return false;
    at += objects[at] === NUMBER_SIGN ? 3 : 1;
  }
  return !/\w/.test(String.fromCharCode(letterAt(objects, at)));
}

function letterAt(objects: Buffer, at: number): number {
  const byte = objects[at] ?? 0;
  if (byte !== NUMBER_SIGN) return byte;
  return digitAt(objects, at + 1) * 16 + digitAt(objects, at + 2);
}

const DIGITS = '0123456789abcdef';
function digitAt(objects: Buffer, at: number): number {
  const value = DIGITS.indexOf(String.fromCharCode(objects[at] ?? 0).toLowerCase());
  return value < 0 ? Number.NaN : value;
}

function unpacked(packed: Buffer, maxLength: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: maxLength });
  } catch (error) {
    if (error instanceof RangeError) return null;
    // An object stream begins with pairs of numbers.
    return /^\s*\d+\s+\d/.test(packed.toString('latin1', 0, 40)) ? packed : null;
  }
}

async function searchPages(pdf: Pdf): Promise<{ script: boolean; attachment: boolean }> {
  const found = { script: false, attachment: false };
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
    const page = await pdf.getPage(number);
    const notes = (await page.getAnnotations()) as { subtype?: string; actions?: object | null }[];
    found.script ||= Boolean(await page.getJSActions()) || notes.some(({ actions }) => actions);
    found.attachment ||= notes.some(({ subtype }) => subtype === 'FileAttachment');
    page.cleanup();
  }
  return found;
}
