import { hasTag } from '#contract/stored-application.ts';
import { applyReportEvent, endOfRetention } from '#server/applications/reports/report-life.ts';
import type { Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Job, LeaseLost } from '#server/platform/jobs/lease.ts';
import { NotYet, startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import type { Fingerprint } from '#server/platform/storage/file-storage.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { type GeneratedFiles, newReportFiles } from './generated-files.ts';
import { newReportPassword } from './password.ts';
import { type ReportOutcome, requestOf } from './report-request.ts';

/** Longest time that one report is worked at, in ms. */
const LONGEST_GENERATION = 12 * 60 * 60 * 1000;

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    /** Number of the application. */
    report: string;
  }
}

/**
 * Generates queued reports until stopped, several at a time. A generation that was killed begins
 * again.
 */
export function startReporter(services: Services, onError?: (error: unknown) => void): Worker {
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
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  const { subject: number } = job;
  await requireSharing(services, number);
  const files = await newReportFiles(services, number);
  if (!(await starts(services, job))) return;
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
    await requireSharing(services, number);
    if (outcome.outcome === 'empty') {
      if (outcome.package) await files.keep(outcome);
      const columns = { reason: outcome.reason, ...packageColumns(files, outcome.package) };
      const particulars = { job, columns, linkEndedAt };
      await applyReportEvent(services, number, { type: 'generation.foundNothing' }, particulars);
      return;
    }
    await files.keep(outcome);
    const { rows, size, sha256 } = outcome;
    const columns = {
      file_name: files.fileName,
      rows,
      size,
      sha256,
      ...packageColumns(files, outcome.package),
    };
    await applyReportEvent(
      services,
      number,
      { type: 'generation.succeeded', keptUntil },
      { job, columns, password },
    );
    await measure(services, number);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    await files.discard();
    if (stopping.aborted || error instanceof LeaseLost || error instanceof NotYet) throw error;
    onError(error);
    // The report's own machine says whether and when it is tried again.
    const failure = late.aborted ? 'outOfPatience' : breachOf(error);
    await applyReportEvent(
      services,
      number,
      { type: 'generation.failed' },
      { job, failure, linkEndedAt },
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

/** Tells how long the first report took from the approval on. */
async function measure({ store, now, telemetry }: Services, number: string): Promise<void> {
  if (!telemetry) return;
  const approved = await store.db
    .selectFrom('report')
    .innerJoin('history_entry as entry', 'entry.application_number', 'report.application_number')
    .select('entry.at')
    .where('report.application_number', '=', number)
    .where('report.regenerations', '=', 0)
    .where('entry.event', '=', 'data.approve')
    .executeTakeFirst();
  if (approved) telemetry.observe('report', now() - approved.at);
}

/**
 * Nothing is made, nor told to be ready, while the sharing of the data is suspended.
 * @throws {NotYet} until it is resumed
 */
async function requireSharing({ store }: Services, number: string): Promise<void> {
  const { state } = await store.db
    .selectFrom('application')
    .select('state')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  if (hasTag(state, 'suspended')) throw new NotYet('The sharing of the data is suspended');
}

/** Tests that the report still waits for this generation, and has not been begun too often. */
async function starts(services: Services, job: Job): Promise<boolean> {
  try {
    const begun = { type: 'generation.started' } as const;
    return (await applyReportEvent(services, job.subject, begun, { job })).hasTag('working');
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
