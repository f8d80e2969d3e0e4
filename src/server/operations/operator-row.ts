import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';

type Row = Schema['operator_mail'];
/** The one row. */
const ID = 'last';

/** Locks what the operator was mailed last, and when the chains were verified last. */
export async function lockOperatorRow({ services: { store }, trx }: Scope): Promise<Row> {
  await trx
    .insertInto('operator_mail')
    .values({
      id: ID,
      body: '',
      mailed_at: 0,
      verified_at: 0,
      broken: 0,
      verify_seen_at: 0,
      verify_tries: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const select = trx.selectFrom('operator_mail').selectAll().where('id', '=', ID);
  return store.forUpdate(select).executeTakeFirstOrThrow();
}

/** The row, once it is there. */
export function operatorRow(db: Kysely<Schema>): Promise<Row> {
  return db.selectFrom('operator_mail').selectAll().where('id', '=', ID).executeTakeFirstOrThrow();
}

/** Sets columns of the row. */
export function setOperatorRow(db: Kysely<Schema>, columns: Partial<Row>): Promise<unknown> {
  return db.updateTable('operator_mail').set(columns).where('id', '=', ID).execute();
}
