import { readFile } from 'node:fs/promises';
import { languageCodes } from '#contract/languages.ts';
import { readZip } from '#server/platform/inspection/archive.ts';
import type { Upload } from '#server/platform/storage/read-upload.ts';
import { blankText } from './agreement-clauses.ts';

/** The template has 20 kB, or some more when an office program has saved it again. */
const MAX_SIZE = 500_000;

/** Parts of a docx that may contain a signature: pictures, ink, objects, digital signatures. */
const MAY_BE_SIGNATURE = /^(word\/(media|ink|embeddings)|_xmlsignatures)\//;

/**
 * Returns true if a file is the contract template, in any language, with its blanks and signatures
 * empty. Of the formats, only docx is recognized: the text of a PDF does not show if it is signed.
 */
export async function isUnchangedTemplate({ name, received }: Upload<unknown>): Promise<boolean> {
  if (!/\.docx$/i.test(name) || received.size > MAX_SIZE) return false;
  const bytes = await readFile(received.path);
  const members = await readZip(bytes, (part) => part === 'word/document.xml').catch(() => []);
  if (members.some((member) => MAY_BE_SIGNATURE.test(member.name))) return false;
  const document = members.find(({ content }) => content !== null)?.content ?? '';
  const text = lettersOf(String(document).replace(/<[^<>]*>/g, ''));
  return languageCodes.some((language) => text.endsWith(lettersOf(blankText(language))));
}

/** Letters, digits and blanks. Programs differ in spaces, and in how they write quotes. */
const lettersOf = (text: string) => text.replace(/&\w+;/g, '').replace(/[^\p{L}\p{N}…]/gu, '');
