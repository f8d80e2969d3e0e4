import type { Transaction } from 'kysely';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { DeskOccasion } from '#server/platform/words/mail-facts.ts';
import { mailTexts } from '#server/platform/words/mail-texts.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';

/** Tells the desk's mailbox, where there is one, what a requester did. */
export async function postDeskNotice(
  services: Services,
  trx: Transaction<Schema>,
  { number, event }: { number: string; event: DeskOccasion },
): Promise<void> {
  const { DESK_MAILBOX: recipient } = await effectiveConfig(services, trx);
  if (!recipient) return;
  await postMail(trx, {
    ...mailTexts.en.deskNotice({ number, event }),
    recipient,
    language: 'en',
    at: services.now(),
    applicationNumber: number,
  });
}
