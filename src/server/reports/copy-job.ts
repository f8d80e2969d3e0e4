import { awaitedCopy, storeCopy } from '#server/applications/recipients/recipient-copies.ts';
import type { Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import type { Job } from '#server/platform/jobs/lease.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { newReportFiles } from './generated-files.ts';
import { newReportPassword } from './password.ts';
import { requestOf } from './report-request.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    /** Number of the application. */
    recipientCopy: string;
  }
}

/**
 * Generates the recipients' own copies of delivered reports until stopped, one at a time. One that
 * was killed begins again; one that fails is tried again later.
 */
export function startCopier(services: Services, onError?: (error: unknown) => void): Worker {
  return startWorker(
    services,
    'recipientCopy',
    (job, stopping) => copy(services, job, stopping),
    onError,
  );
}

async function copy(services: Services, job: Job, stopping: AbortSignal): Promise<void> {
  const { subject: number } = job;
  const awaited = await awaitedCopy(services.store.db, number);
  if (!awaited) return;
  const files = await newReportFiles(services, number);
  const password = newReportPassword();
  let isStored = false;
  try {
    const request = {
      ...(await requestOf(services, number)),
      sharedUntil: awaited.keptUntil,
    };
    const outcome = await files.generate(request, password, stopping);
    // The owner's report has data: what it was made from is gone since, and comes back with it.
    if (outcome.outcome === 'empty') return;
    await files.keep(outcome);
    const { size, sha256 } = outcome;
    isStored = await storeCopy(services, job, awaited, {
      password,
      files: [
        { name: files.fileName, format: 'xlsx', size, sha256 },
        { name: files.packageName, format: 'zip', ...outcome.package },
      ],
    });
  } catch (error) {
    // The transaction may have come through: the clean-up finds what no row names.
    if (error instanceof StoreUnavailable) isStored = true;
    throw error;
  } finally {
    if (!isStored) await files.discard();
  }
}
