import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import { columnsOf, type Particulars } from '#server/applications/application-row.ts';
import { applications } from '#server/applications/apply-event.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { requesterMail, requesterOf } from '#server/applications/mails/requester-mail.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/**
 * The mail that a decision would send to the requester. Nothing is written.
 * @throws {ApiError} what the decision itself would meet
 */
export async function previewDecision(
  services: Services,
  number: string,
  { event, particulars }: { event: ApplicationEvent; particulars: Particulars },
): Promise<DataOf<typeof endpoints.deskPreview>> {
  const { store, config } = services;
  const row = await store.db
    .selectFrom('application')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  const { next, effects } = await store.transact((trx) =>
    applications.preview({ services, trx }, row, event),
  );
  const application = { ...row, ...particulars.columns, ...columnsOf(next) };
  const { email, language } = await requesterOf(store.db, row);
  const mail = requesterMail(config, language, { application, event, text: particulars.text });
  const { AUTHORITY_MAILBOX } = await effectiveConfig(services);
  const notifiesAuthority =
    AUTHORITY_MAILBOX !== undefined &&
    effects.includes('notifyAuthority') &&
    noticeCauseOf(event) !== null;
  return { recipient: email, language, ...mail, notifiesAuthority };
}
