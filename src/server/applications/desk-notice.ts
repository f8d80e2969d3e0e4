import type { Transaction } from 'kysely';
import type { DeskOccasion } from '../mail/mail-facts.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import { postMail } from '../mail/outbox.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';

/** Tells the desk's mailbox, where there is one, what a requester did. */
export async function postDeskNotice(
  { config, now }: Services,
  trx: Transaction<Schema>,
  { number, event }: { number: string; event: DeskOccasion },
): Promise<void> {
  const recipient = config.DESK_MAILBOX;
  if (!recipient) return;
  await postMail(trx, {
    ...mailTexts.en.deskNotice({ number, event }),
    recipient,
    language: 'en',
    at: now(),
    applicationNumber: number,
  });
}
