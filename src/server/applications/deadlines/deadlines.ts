import { applyEvent } from '#server/applications/apply-event.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

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
  let overdue = await overdueAfter(services, at);
  while (overdue.length > 0) {
    for (const { number, revision } of overdue)
      try {
        await applyEvent(services, number, { type: 'deadline.passed', by: CLOCK, revision, at });
        passed++;
      } catch (error) {
        // The requester ended it in the meantime, or another process was first.
        if (!(error instanceof ApiError)) onError(error);
      }
    overdue = await overdueAfter(services, at, overdue.at(-1));
  }
  return passed;
}

type Overdue = Pick<Schema['application'], 'number' | 'revision' | 'answer_due_at'>;

/** The next batch of those whose time is over, longest overdue first. */
function overdueAfter({ store }: Services, at: number, last?: Overdue): Promise<Overdue[]> {
  return store.db
    .selectFrom('application')
    .select(['number', 'revision', 'answer_due_at'])
    .where('answer_due_at', '<=', at)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('answer_due_at', 'number'),
          '>',
          tuple(last?.answer_due_at ?? 0, last?.number ?? ''),
        ),
      ),
    )
    .orderBy('answer_due_at')
    .orderBy('number')
    .limit(BATCH)
    .execute();
}
