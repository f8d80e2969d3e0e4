import { mkdir } from 'node:fs/promises';
import { ApiError } from '#server/platform/http/api-error.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import type { Services } from '#server/platform/store/services.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import { applyReportEvent, reportFolder, reportPath } from '#server/workflow/report/report-life.ts';
import { newReportPassword } from './password.ts';
import { type ReportOutcome, requestOf } from './report-request.ts';
import { generateReport } from './run-in-worker.ts';

/** Generates queued reports until stopped. A generation that was killed begins again. */
export function startReporter(services: Services, onError?: (error: unknown) => void): Worker {
  return startWorker(
    services,
    'report',
    ({ subject }, stopping) => generate(services, subject, stopping, onError),
    onError,
  );
}

async function generate(
  services: Services,
  number: string,
  stopping: AbortSignal,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  if (!(await starts(services, number))) return;
  const fileName = `${number}.xlsx`;
  const path = reportPath(services, fileName);
  const password = newReportPassword();
  try {
    await mkdir(reportFolder(services), { recursive: true, mode: 0o700 });
    const request = await requestOf(services, number);
    const { DATA_DIR: dataDir, DATABASE_URL, VEHICLE_BACKEND_URL } = services.config;
    const location = { dataDir, databaseUrl: DATABASE_URL, backendUrl: VEHICLE_BACKEND_URL };
    services.faults?.throwIfArmed('exportFails');
    const outcome: ReportOutcome = services.faults?.consume('exportEmpty')
      ? { outcome: 'empty', reason: 'noData' }
      : await generateReport({ request, target: { path, password }, location }, stopping);
    if (outcome.outcome === 'empty') {
      const columns = { reason: outcome.reason };
      await applyReportEvent(services, number, { type: 'generation.foundNothing' }, { columns });
      return;
    }
    const { rows, size, sha256 } = outcome;
    const keptUntil = services.now() + (await effectiveConfig(services)).REPORT_DAYS;
    await applyReportEvent(
      services,
      number,
      { type: 'generation.succeeded', keptUntil },
      { columns: { file_name: fileName, rows, size, sha256 }, password },
    );
  } catch (error) {
    if (stopping.aborted) throw error;
    onError(error);
    // The report's own machine says whether and when it is tried again.
    await applyReportEvent(services, number, { type: 'generation.failed' });
  }
}

/** Tests that the report still waits for this generation, and has not been begun too often. */
async function starts(services: Services, number: string): Promise<boolean> {
  try {
    const report = await applyReportEvent(services, number, { type: 'generation.started' });
    return report.hasTag('working');
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
