import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/store/services.ts';
import { applyEvent } from './apply-event.ts';

const CLOCK = { role: 'clock', id: 'clock' } as const;
const BATCH = 100;

/**
 * Ends the applications whose requester did not answer in time. Answers how many. One that fails
 * does not keep the others: `onError` hears of it, and the next tick tries again.
 */
export async function passDeadlines(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<number> {
  const at = services.now();
  let passed = 0;
  let overdue = await overdueAfter(services, at, '');
  while (overdue.length > 0) {
    for (const { number, revision } of overdue)
      try {
        await applyEvent(services, number, { type: 'deadline.passed', by: CLOCK, revision, at });
        passed++;
      } catch (error) {
        // The requester ended it in the meantime, or another process was first.
        if (!(error instanceof ApiError)) onError(error);
      }
    overdue = await overdueAfter(services, at, overdue.at(-1)?.number ?? '');
  }
  return passed;
}

function overdueAfter({ store }: Services, at: number, last: string) {
  return store.db
    .selectFrom('application')
    .select(['number', 'revision'])
    .where('answer_due_at', '<=', at)
    .where('number', '>', last)
    .orderBy('number')
    .limit(BATCH)
    .execute();
}
