import type { Kysely } from 'kysely';

const references = {
  authority_notice: ['recorded_by'],
  body_notice: ['recorded_by'],
  dispute: ['recorded_by', 'ended_by'],
  erasure_notice: ['recorded_by'],
  mention: ['account_id'],
  opinion: ['answer_id'],
  past_authority_notice: ['recorded_by'],
  presence: ['account_id'],
  quote: ['sent_by', 'settled_by'],
  vehicle_link: ['vehicle_id'],
};

/**
 * Finds what names an account, a note or a vehicle: for each that was erased, these tables were read
 * whole. And the records of cookie choices by their time.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(references))
    for (const column of columns)
      await schema.createIndex(`${table}_of_${column}`).on(table).column(column).execute();
  await schema
    .createIndex('cookie_choice_by_time')
    .on('cookie_choice')
    .column('recorded_at')
    .execute();
}
