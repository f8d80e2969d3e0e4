import { Readable } from 'node:stream';
import { type Document, Packer } from 'docx';
import type { FileAnswer } from './route.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A document (Office Open XML) as an answer. */
export async function docxAnswer(name: string, document: Document): Promise<FileAnswer> {
  const content = await Packer.toBuffer(document);
  return { name, mediaType: DOCX, size: content.length, content: Readable.from([content]) };
}
