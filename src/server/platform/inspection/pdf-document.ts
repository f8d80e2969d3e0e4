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
    if (await pdf.hasJSActions()) marks.push('script');
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

async function hasAttachedNotes(pdf: Awaited<ReturnType<typeof getDocument>['promise']>) {
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
    const page = await pdf.getPage(number);
    const notes = (await page.getAnnotations()) as { subtype?: string }[];
    if (notes.some(({ subtype }) => subtype === 'FileAttachment')) return true;
    page.cleanup();
  }
  return false;
}
