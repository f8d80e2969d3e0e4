import { readFile } from 'node:fs/promises';
import { languageCodes } from '#contract/languages.ts';
import { readZip } from '#server/platform/inspection/archive.ts';
import type { Upload } from '#server/platform/storage/read-upload.ts';
import { blankContractText } from './agreement-clauses.ts';

/** In bytes. The template has 20 kB, or somewhat more after an office program has saved it. */
const MAX_SIZE = 500_000;

/** Parts of a docx that may contain a signature: pictures, ink, objects, digital signatures. */
const MAY_BE_SIGNATURE = /^(word\/(media|ink|embeddings)|_xmlsignatures)\//;

/**
 * Returns true if a file is the contract template, in any language, with blanks and signatures
 * empty. Only docx is recognized, because the text of a PDF does not show whether it is signed.
 */
export async function isUnchangedTemplate({ name, received }: Upload<unknown>): Promise<boolean> {
  if (!/\.docx$/i.test(name) || received.size > MAX_SIZE) return false;
  const bytes = await readFile(received.path);
  const members = await readZip(bytes, (part) => part === 'word/document.xml').catch(() => []);
  if (members.some((member) => MAY_BE_SIGNATURE.test(member.name))) return false;
  const document = members.find(({ content }) => content !== null)?.content ?? '';
  const text = lettersOf(String(document).replace(/<[^<>]*>/g, ''));
  return languageCodes.some((language) => text.endsWith(lettersOf(blankContractText(language))));
}

/** Letters, digits and `…` (to fill in). Spaces and quotes differ between office programs. */
const lettersOf = (text: string) => text.replace(/&\w+;/g, '').replace(/[^\p{L}\p{N}…]/gu, '');
