import type { Transaction } from 'kysely';
import type { Value } from '#server/platform/store/audit-key.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import { type SealedTable, sealContents } from '#server/platform/store/sealed-table.ts';
import type { Scope } from '#server/platform/store/services.ts';

const recipients = sealedRows('recipient', 'application_number', [
  'email',
  'token_digest',
  'link_sent_at',
  'proved_at',
  'fetched_at',
  'withdrawn_at',
]);

/** Deliveries to third parties, by the numbers of their applications: who gets which files. */
export const sealedDeliveries: SealedTable = {
  kind: 'delivery',
  nameOf: (number) => `${number} recipient`,
  keysAfter: recipients.keysAfter,
  async read(db, keys) {
    const files = await db
      .selectFrom('recipient_file')
      .select(['application_number', 'name', 'format', 'size', 'sha256'])
      .where('application_number', 'in', keys)
      .orderBy('name')
      .execute();
    const contents = new Map<string, Value[]>();
    for (const [key, values] of await recipients.read(db, keys)) contents.set(key, [...values]);
    for (const { application_number: key, ...file } of files)
      contents.get(key)?.push(file.name, file.format, file.size, file.sha256);
    return contents;
  },
};

/** Seals the delivery of an application, where it has a recipient; at the end of its transaction. */
export async function sealDelivery({ services, trx }: Scope, number: string): Promise<void> {
  if (await hasRecipient(trx, number))
    await sealContents(services, trx, [sealedDeliveries], [number]);
}

const hasRecipient = (trx: Transaction<Schema>, number: string) =>
  trx
    .selectFrom('recipient')
    .select('application_number')
    .where('application_number', '=', number)
    .executeTakeFirst();
