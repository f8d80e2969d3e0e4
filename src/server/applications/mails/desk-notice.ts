import type { Transaction } from 'kysely';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { postToDesk } from './desk-digest.ts';
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
  await postToDesk(
    { services, trx },
    {
      ...deskNotice(language, { ...notice, timeZone }),
      recipient,
      language,
      reference: notice.number,
    },
  );
}
