import { storedPreviews } from '#contract/report-preview.ts';
import { isOver } from '#contract/turns.ts';
import { lockApplication } from '#server/applications/application-row.ts';
import { LONGEST_GENERATION } from '#server/applications/files/clean-up.ts';
import { isApprovalInForce } from '#server/applications/history.ts';
import { awaitedCopy, storeCopy } from '#server/applications/recipients/report-copies.ts';
import {
  applyReportEvent,
  endOfRetention,
  requireShared,
} from '#server/applications/reports/report-life.ts';
import { deleteReport, isWithdrawn } from '#server/applications/reports/withdraw-report.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Job, LeaseLost } from '#server/platform/jobs/lease.ts';
import { NotYet, startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import type { Fingerprint } from '#server/platform/storage/file-storage.ts';
import {
  type GeneratedFiles,
  newReportFiles,
  newReportPassword,
} from '#server/reports/run-in-worker.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { type ReportOutcome, requestOf } from './report-request.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    report: string;
    recipientCopy: string;
  }
}

export function startReporter(services: Services, onError?: OnError): Worker {
  return startWorker(
    services,
    'report',
    (job, stopping) => generate(services, job, stopping, onError),
    onError,
    Array.from({ length: services.config.REPORTS_AT_ONCE }, () => 'routine'),
  );
}

async function generate(
  services: Services,
  job: Job,
  stopping: AbortSignal,
  onError: OnError = console.error,
): Promise<void> {
  const { subject: number } = job;
  const isShared = await services.store.transact(async (trx) => {
    const scope = { services, trx };
    const application = await lockApplication(scope, number);
    if (isWithdrawn(application)) await deleteReport(scope, number);
    // Completes the job, because a new one is queued if the application is reopened.
    if (isWithdrawn(application) || isOver(application.state)) return false;
    await requireShared(scope, number);
    return true;
  });
  if (!isShared) return;
  const files = await newReportFiles(services, number);
  if (!(await tryStart(services, job))) return;
  const password = newReportPassword();
  const late = AbortSignal.timeout(LONGEST_GENERATION);
  const ending = AbortSignal.any([stopping, late]);
  let linkEndedAt: number | null = null;
  try {
    const request = await requestOf(services, number);
    ({ linkEndedAt } = request);
    const keptUntil = await endOfRetention(services, number);
    const sharedUntil = request.recipient.kind === 'thirdParty' ? keptUntil : null;
    services.faults?.throwIfArmed('exportFails');
    const outcome: ReportOutcome = services.faults?.consume('exportEmpty')
      ? { outcome: 'empty', reason: 'noData' }
      : await files.generate({ ...request, sharedUntil }, password, ending);
    if (outcome.outcome === 'empty') {
      if (outcome.package) await files.persist(outcome);
      const columns = { reason: outcome.reason, ...packageColumns(files, outcome.package) };
      const eventDetails = { job, columns, linkEndedAt, ...(outcome.package && { password }) };
      await applyReportEvent(services, number, { type: 'generation.foundNothing' }, eventDetails);
      return;
    }
    await files.persist(outcome);
    const { rows, size, sha256, preview } = outcome;
    const columns = {
      file_name: files.fileName,
      rows,
      size,
      sha256,
      preview_json: storedPreviews.write(preview),
      ...packageColumns(files, outcome.package),
    };
    await applyReportEvent(
      services,
      number,
      { type: 'generation.succeeded', keptUntil },
      { job, columns, password },
    );
    await recordDuration(services, number);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    await files.discard();
    if (stopping.aborted || error instanceof LeaseLost || error instanceof NotYet) throw error;
    onError(error);
    const failure = late.aborted ? 'outOfPatience' : breachOf(error);
    await applyReportEvent(
      services,
      number,
      { type: 'generation.failed' },
      {
        job,
        failure,
        linkEndedAt,
        retryAfter: error instanceof BackendError ? error.retryAfter : 0,
      },
    );
  }
}

const packageColumns = ({ packageName }: GeneratedFiles, written?: Fingerprint) =>
  written && {
    package_name: packageName,
    package_size: written.size,
    package_sha256: written.sha256,
  };

const breachOf = (error: unknown) => (error instanceof BackendError ? error.breach : undefined);

async function recordDuration({ store, now, telemetry }: Services, number: string): Promise<void> {
  if (!telemetry) return;
  const approved = await store.db
    .selectFrom('report')
    .innerJoin(
      'history_entry as approval',
      'approval.application_number',
      'report.application_number',
    )
    .select('approval.at')
    .where('report.application_number', '=', number)
    .where('report.regenerations', '=', 0)
    .where(isApprovalInForce)
    .executeTakeFirst();
  if (approved) telemetry.observe('report', now() - approved.at);
}

async function tryStart(services: Services, job: Job): Promise<boolean> {
  try {
    const started = { type: 'generation.started' } as const;
    return (await applyReportEvent(services, job.subject, started, { job })).hasTag('working');
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

export function startCopier(services: Services, onError?: OnError): Worker {
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
    // The source has lost the data since the report was generated. A new report queues a new copy.
    if (outcome.outcome === 'empty') return;
    await files.persist(outcome);
    const { size, sha256 } = outcome;
    isStored = await storeCopy(services, job, awaited, {
      password,
      files: [
        { name: files.fileName, format: 'xlsx', size, sha256 },
        { name: files.packageName, format: 'zip', ...outcome.package },
      ],
    });
  } catch (error) {
    // Possibly committed, so the files are kept. The clean-up removes files without a row.
    if (error instanceof StoreUnavailable) isStored = true;
    throw error;
  } finally {
    if (!isStored) await files.discard();
  }
}
