import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { applyEvent } from './apply-event.ts';

const CLOCK = { role: 'clock', id: 'clock' } as const;
const BATCH = 100;

/** Ends the applications whose requester did not answer in time. Answers how many. */
export async function passDeadlines(services: Services): Promise<number> {
  const at = services.now();
  const overdue = await services.store.db
    .selectFrom('application')
    .select(['number', 'revision'])
    .where('answer_due_at', '<=', at)
    .orderBy('answer_due_at')
    .limit(BATCH)
    .execute();
  let passed = 0;
  for (const { number, revision } of overdue) {
    try {
      await applyEvent(services, number, { type: 'deadline.passed', by: CLOCK, revision, at });
      passed++;
    } catch (error) {
      // The requester answered in the meantime, or another process was first.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return passed;
}
