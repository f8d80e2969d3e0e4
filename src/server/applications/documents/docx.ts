import { Readable } from 'node:stream';
import type { Language } from '#contract/languages.ts';
import type { CaseSummary, Letter } from '#server/applications/documents/document-parts.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import { Threads } from '#server/platform/jobs/threads.ts';
import type { ContractFacts } from './contract-document.ts';

export type DocxJob =
  | { letter: Letter }
  | { summary: CaseSummary }
  | { language: Language; contract: ContractFacts };

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Timeout for one document, because the next ones wait for it. */
const TIMEOUT_MS = 30_000;

const threads = new Threads<DocxJob, Uint8Array>(new URL('./docx-worker.ts', import.meta.url), {
  env: {},
});
const queue = new WorkQueue(1);

/** Writes a document (Office Open XML), one at a time. */
export async function docxAnswer(name: string, job: DocxJob): Promise<FileAnswer> {
  const content = Buffer.from(await queue.run(() => write(job)));
  return { name, mediaType: MEDIA_TYPE, size: content.length, content: Readable.from([content]) };
}

async function write(job: DocxJob): Promise<Uint8Array> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  return threads.run(job, timeout.signal).finally(() => clearTimeout(timer));
}
