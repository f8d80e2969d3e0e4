import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import type { Services } from '#server/platform/store/services.ts';
import { rebuildLocked } from './rebuild-projection.ts';

/** Brings the analysts' tables into step with histories that grew, until stopped. */
export function startProjectionWorker(
  services: Services,
  onError?: (error: unknown) => void,
): Worker {
  const rebuild = ({ subject }: { subject: string }) => rebuildLocked(services, [subject]);
  return startWorker(services, 'projection', rebuild, onError);
}
