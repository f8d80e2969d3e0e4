import { parentPort } from 'node:worker_threads';
import { Packer } from 'docx';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { letterDocument, summaryDocument } from '#server/applications/documents/document-parts.ts';
import { contractDocument } from './contract-document.ts';
import type { DocxJob } from './docx.ts';

// Entry point of the worker thread: replies to each job with a document. Errors end the thread.
lowerPriority();
parentPort?.on('message', async (job: DocxJob) => {
  parentPort?.postMessage(await Packer.toBuffer(documentOf(job)));
});

function documentOf(job: DocxJob) {
  if ('letter' in job) return letterDocument(job.letter);
  if ('summary' in job) return summaryDocument(job.summary);
  return contractDocument(job.language, job.contract);
}
