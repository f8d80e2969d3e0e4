import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Language } from '#contract/languages.ts';
import type { CaseSummary, Letter } from '#server/applications/documents/document-parts.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import { startThread } from '#server/platform/http/log.ts';
import type { ContractFacts } from './contract-document.ts';

export type DocxJob =
  | { letter: Letter }
  | { summary: CaseSummary }
  | { language: Language; contract: ContractFacts };

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const IDLE_TIMEOUT_MS = 60_000;
/** Timeout for one document, because the next ones wait for it. */
const TIMEOUT_MS = 30_000;

let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Writes a document (Office Open XML) in a worker thread that all requests share. It writes one
 * document at a time.
 */
export async function docxAnswer(name: string, job: DocxJob): Promise<FileAnswer> {
  const written = last.then(() => write(job));
  last = written.catch(() => {});
  const content = await written;
  return { name, mediaType: MEDIA_TYPE, size: content.length, content: Readable.from([content]) };
}

async function write(job: DocxJob): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= startThread(new URL('./docx-worker.ts', import.meta.url), { env: {} });
  const worker = thread;
  worker.ref();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    worker.postMessage(job);
    const [bytes] = await once(worker, 'message', timeout);
    return Buffer.from(bytes);
  } catch (error) {
    endThread();
    throw error;
  } finally {
    clearTimeout(timer);
    worker.unref();
    idle = setTimeout(endThread, IDLE_TIMEOUT_MS).unref();
  }
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}
