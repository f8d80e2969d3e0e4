import type { Transaction } from 'kysely';
import type { DeskOccasion } from '../mail/mail-facts.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import { postMail } from '../mail/outbox.ts';
import type { Services } from '../services.ts';
import { configInForce } from '../settings/desk-settings.ts';
import type { Schema } from '../store/schema.ts';

/** Tells the desk's mailbox, where there is one, what a requester did. */
export async function postDeskNotice(
  services: Services,
  trx: Transaction<Schema>,
  { number, event }: { number: string; event: DeskOccasion },
): Promise<void> {
  const { DESK_MAILBOX: recipient } = await configInForce(services, trx);
  if (!recipient) return;
  await postMail(trx, {
    ...mailTexts.en.deskNotice({ number, event }),
    recipient,
    language: 'en',
    at: services.now(),
    applicationNumber: number,
  });
}
