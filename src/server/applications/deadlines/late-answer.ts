import { codes } from '#contract/codes.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** @throws {ApiError} `answerTooLate` once the date has passed, also if that ended the application */
export async function rejectLateAnswer(
  { store, now }: Pick<Services, 'store' | 'now'>,
  row: Pick<ApplicationRow, 'number' | 'revision' | 'answer_due_at'>,
): Promise<void> {
  const last = await store.db
    .selectFrom('history_entry')
    .select('event')
    .where('application_number', '=', row.number)
    .where('revision', '=', row.revision)
    .executeTakeFirst();
  const isPast = row.answer_due_at !== null && row.answer_due_at <= now();
  if (isPast || last?.event === 'deadline.passed') throw new ApiError(codes.answerTooLate);
}
