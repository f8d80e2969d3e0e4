import { inflateSync } from 'node:zlib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FileMark } from '#contract/file-safety.ts';

/** Pages that are looked through for attached files; the document's own list is read whole. */
const MOST_PAGES = 100;

/** What a reader is to know of a PDF before opening it in a program that runs what is in it. */
export async function pdfMarks(bytes: Uint8Array): Promise<FileMark[]> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise;
    const marks: FileMark[] = [];
    if ((await pdf.hasJSActions()) || (await hasXfa(pdf)) || startsPrograms(bytes))
      marks.push('script');
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

/** Forms of that kind have scripts of their own. */
async function hasXfa(pdf: Pdf): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'IsXFAPresent' in info && info.IsXFAPresent === true;
}

/** Streams that hold objects, with their content; others hold text, pictures and fonts. */
const objectStreams = /\/ObjStm\b.{0,1000}?\bstream\r?\n(.*?)endstream/gs;
/** Bytes that one of them unpacks to at most. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Tests for the action `Launch` (ISO 32000-2 §12.6.4.6), which pdf.js does not tell of. */
function startsPrograms(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const packed = Array.from(text.matchAll(objectStreams), ([, content = '']) => unpacked(content));
  return [text, ...packed].some((objects) =>
    // Any letter of a name may be written by its number.
    /\/Launch\b/.test(objects.replaceAll(/#([0-9a-f]{2})/gi, (_, hex) => letterOf(hex))),
  );
}

const letterOf = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

function unpacked(content: string): string {
  try {
    const options = { maxOutputLength: MOST_BYTES };
    return inflateSync(Buffer.from(content, 'latin1'), options).toString('latin1');
  } catch {
    return '';
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
