import { codes } from '#contract/codes.ts';
import { turnOf } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { type ApplicationRow, CLOCK } from '#server/applications/application-row.ts';
import { applyEvent } from '#server/applications/apply-event.ts';
import { answerAwaited } from '#server/applications/mails/application-mails.ts';
import { dueAtDesk, mailAtDesk } from '#server/applications/mails/post-to-desk.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import { findRow, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { OnError, Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { effectiveConfig } from './desk-settings.ts';

/**
 * Ends applications whose requester did not reply in time, and returns their number. Errors of
 * single applications go to `onError`; the next run retries them.
 */
export async function passDeadlines(
  services: Services,
  onError: OnError = console.error,
): Promise<number> {
  const at = services.now();
  const overdue = await services.store.db
    .selectFrom('application')
    .select(['number', 'revision'])
    .where('answer_due_at', '<=', at)
    .orderBy('answer_due_at')
    .execute();
  let passed = 0;
  for (const { number, revision } of overdue)
    try {
      await applyEvent(services, number, { type: 'deadline.passed', by: CLOCK, revision, at });
      passed++;
    } catch (error) {
      if (!(error instanceof ApiError)) onError(error);
    }
  return passed;
}

/**
 * Reminds the party that must act, once per due date. Returns the number of applications whose due
 * date is near. Errors of single applications go to `onError`.
 */
export async function remind(
  services: Services,
  onError: OnError = console.error,
): Promise<number> {
  const { store, now } = services;
  const config = await effectiveConfig(services);
  const at = now();
  const near = await store.db
    .selectFrom('application')
    .select('number')
    .where('due_at', '>', at)
    .where('due_at', '<=', at + config.REMIND_DAYS)
    // Skips applications that changed within the last day, because the party knows of the change.
    .where('updated_at', '<=', at - DAY)
    .whereRef('reminded_revision', '<', 'revision')
    .orderBy('due_at')
    .execute();
  for (const { number } of near)
    await store
      .transact((trx) =>
        remindOf({ services: { ...services, config }, trx }, number, at + config.REMIND_DAYS),
      )
      .catch(onError);
  return near.length;
}

async function remindOf(
  scope: Scope & { services: { config: EffectiveConfig } },
  number: string,
  latest: number,
): Promise<void> {
  const { services, trx } = scope;
  const row = await lockRow(services.store, trx, 'application', { number });
  if (!row || row.due_at === null || row.reminded_revision >= row.revision) return;
  if (row.due_at > latest) return;
  await updateRows(trx, 'application', { number }, { reminded_revision: row.revision });
  const { TIME_ZONE: timeZone, DESK_MAILBOX, DESK_LANGUAGE } = services.config;
  const limit = { until: row.due_at, timeZone };
  const order = { priority: 'routine' } as const;
  if (turnOf(row.state) === 'requester')
    return mailRequester(scope, number, answerAwaited, limit, order);
  const reader =
    row.assignee_id === null
      ? DESK_MAILBOX && { email: DESK_MAILBOX, language: DESK_LANGUAGE }
      : await readerOf(trx, row.assignee_id);
  if (reader) await mailAtDesk(scope, reader, number, dueAtDesk, limit, order);
}

/** @throws {ApiError} `answerTooLate` after the due date, also if `deadline.passed` was applied */
export async function rejectLateAnswer(
  { store, now }: Pick<Services, 'store' | 'now'>,
  row: Pick<ApplicationRow, 'number' | 'revision' | 'answer_due_at'>,
): Promise<void> {
  const last = await findRow(store.db, 'history_entry', {
    application_number: row.number,
    revision: row.revision,
  });
  const isPast = row.answer_due_at !== null && row.answer_due_at <= now();
  if (isPast || last?.event === 'deadline.passed') throw new ApiError(codes.answerTooLate);
}
