import { createReadStream } from 'node:fs';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { fileRemoved } from '#server/applications/mails/application-mails.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { findRow, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import type { Upload } from '#server/platform/storage/read-upload.ts';
import { clamd } from '#server/platform/storage/scanner.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    scan: string;
  }
}

type ScanState = Schema['stored_file']['scan'];

/**
 * Scans an upload, and deletes malware. If the scanner fails, the file stays in quarantine until a
 * job scans it. Does nothing if no scanner is configured.
 * @throws {ApiError} `unsafeFile`
 */
export async function scanUpload(
  { config }: Services,
  { name, received }: Upload<unknown>,
  onError: OnError,
): Promise<ScanState> {
  if (!config.CLAMD_URL) return 'none';
  const verdict = await clamd(config.CLAMD_URL)(createReadStream(received.path)).catch(onError);
  if (!verdict) return 'waiting';
  if (verdict.malware === null) return 'clean';
  await received.discard();
  throw new ApiError(codes.unsafeFile, { file: name, unsafe: 'malware', detail: verdict.malware });
}

export async function enqueueScan(
  { now }: Services,
  trx: Transaction<Schema>,
  fileId: string,
): Promise<void> {
  await enqueue(trx, { kind: 'scan', subject: fileId, runAt: now() });
}

export function startScanner(services: Services, onError?: OnError): Worker {
  return startWorker(services, 'scan', ({ subject }) => scanStored(services, subject), onError);
}

async function scanStored(services: Services, id: string): Promise<void> {
  const { store, config } = services;
  const file = await findRow(store.db, 'stored_file', { id, scan: 'waiting' });
  if (!file) return;
  const content = await storageOf(services).read(id, file);
  const { malware } = await clamd(config.CLAMD_URL as string)(content);
  const scan = malware === null ? 'clean' : 'malware';
  await store.transact(async (trx) => {
    await lockRow(store, trx, 'stored_file', { id });
    const numUpdatedRows = await updateRows(trx, 'stored_file', { id, scan: 'waiting' }, { scan });
    if (numUpdatedRows !== 1) return;
    const { application_number: number, name: fileName } = file;
    if (scan === 'malware' && number !== null)
      await mailRequester({ services, trx }, number, fileRemoved, { fileName });
  });
  if (scan === 'malware') await storageOf(services).remove(id, 'a scanner found malware');
}
