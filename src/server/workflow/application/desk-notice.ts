import type { Transaction } from 'kysely';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import { type DeskOccasion, deskNotice } from './desk-mails.ts';

/** Tells the desk's mailbox, where there is one, what a requester did. */
export async function postDeskNotice(
  services: Services,
  trx: Transaction<Schema>,
  notice: { number: string; event: DeskOccasion; linkEndedAt: number | null },
): Promise<void> {
  const config = await effectiveConfig(services, trx);
  const { DESK_MAILBOX: recipient, DESK_LANGUAGE: language, TIME_ZONE: timeZone } = config;
  if (!recipient) return;
  await postMail(trx, {
    ...deskNotice(language, { ...notice, timeZone }),
    recipient,
    language,
    at: services.now(),
    reference: notice.number,
  });
}
