import type { FileMark } from '#contract/file-safety.ts';
import { archiveLimits } from '#contract/file-safety.ts';
import { type Member, readRar, readZip } from './archive.ts';
import { type Findings, UnsafeContent } from './findings.ts';
import { kindOf } from './kinds.ts';
import { pdfMarks } from './pdf-document.ts';
import { checkCompoundFile } from './word-document.ts';

/**
 * Looks into a file as far as a person who opens it would: archives in archives, documents in them.
 * @param name file name whose extension the content has been found to have
 */
export async function inspect(name: string, bytes: Uint8Array): Promise<Findings> {
  try {
    const marks = await marksOf(name, bytes, 0);
    return { refused: null, marks: [...new Set(marks)].sort() };
  } catch (error) {
    if (error instanceof UnsafeContent) return { refused: error.reason, inside: error.inside };
    throw error;
  }
}

async function marksOf(name: string, bytes: Uint8Array, depth: number): Promise<FileMark[]> {
  switch (kindOf(name)) {
    case 'compound':
      checkCompoundFile(bytes, depth === 0);
      return [];
    case 'office':
      return officeMarks(bytes);
    case 'zip':
      return archiveMarks(readZip, bytes, depth);
    case 'rar':
      // Scanners and readers follow a zip in a zip; what is in another archive stays hidden.
      if (depth > 0) throw new UnsafeContent('archive');
      return archiveMarks(readRar, bytes, depth);
    case 'pdf':
      return pdfMarks(bytes);
    case 'packed':
      throw new UnsafeContent('archive');
    default:
      return [];
  }
}

/**
 * Members that hold macros: every Office program names its VBA project so ([MS-OFFMACRO2] §2.2),
 * LibreOffice its libraries and scripts.
 */
const holdsMacros = /(^|\/)vbaProject\.bin$|^(Basic|Scripts)\/./i;

async function officeMarks(bytes: Uint8Array): Promise<FileMark[]> {
  const members = await readable(readZip(bytes, () => false));
  if (!members) return ['unreadable'];
  if (members.some(({ name }) => holdsMacros.test(name))) throw new UnsafeContent('macros');
  return [];
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
    if (!content) continue;
    try {
      marks.push(...(await marksOf(name, content, depth + 1)));
    } catch (error) {
      if (error instanceof UnsafeContent) error.inside ??= name;
      throw error;
    }
  }
  return marks;
}

/** Null of an archive that is damaged or hidden behind a password whole. */
async function readable(members: Promise<Member[]>): Promise<Member[] | null> {
  return members.catch((error: unknown) => {
    if (error instanceof UnsafeContent) throw error;
    return null;
  });
}
