import type { ExpressionBuilder } from 'kysely';
import { companySession } from '#server/accounts/company/company-sessions.ts';
import { draftPurpose } from '#server/accounts/drafts/drafts.ts';
import { sessionMacs } from '#server/accounts/sessions/sessions.ts';
import { REPORT_PASSWORD, resealed } from '#server/accounts/sign-in/secrets.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';

const sealedColumns: readonly {
  table: string;
  column: string;
  key: readonly string[];
  purposeOf?: (key: Record<string, string>) => string;
}[] = [
  { table: 'second_factor', column: 'secret', key: ['account_id'] },
  { table: 'second_factor', column: 'pending_secret', key: ['account_id'] },
  {
    table: 'draft',
    column: 'content',
    key: ['account_id', 'name'],
    purposeOf: ({ account_id = '', name = '' }) => draftPurpose(account_id, name),
  },
  {
    table: 'report',
    column: 'password',
    key: ['application_number'],
    purposeOf: () => REPORT_PASSWORD,
  },
  {
    table: 'company_session',
    column: 'tokens',
    key: ['token_digest'],
    purposeOf: ({ token_digest = '' }) => companySession(token_digest),
  },
];

/**
 * Re-encrypts all values with the first secret in `SECRET`, so that the others can be removed.
 * Runs regularly while `SECRET` has several secrets: another process may use a different first one.
 */
export async function reseal(services: Services) {
  const { store, config } = services;
  const counts = { resealed: 0, unreadable: 0 };
  for (const { table, column, key, purposeOf } of sealedColumns) {
    if (config.SECRET.length === 1 && table !== 'second_factor') continue;
    // Kysely types columns by literal names; these names are known only at run time.
    const [name, content] = [table as 'draft', column as 'content'];
    const keys = await store.db
      .selectFrom(name)
      .select(key as 'name'[])
      .where(content, 'is not', null)
      .execute();
    for (const row of keys as Record<string, string>[]) {
      const isRow = (is: ExpressionBuilder<Schema, 'draft'>) =>
        is.and(key.map((one) => is(one as 'name', '=', row[one] ?? '')));
      const found = await store.db.selectFrom(name).select(content).where(isRow).executeTakeFirst();
      const before = found && (found as Record<string, string | null>)[column];
      if (!before) continue;
      const after = resealed(config, before, purposeOf?.(row));
      if (after === null && table === 'second_factor') counts.unreadable++;
      if (after === null || after === before) continue;
      await store.transact(async (trx) => {
        await store.forUpdate(trx.selectFrom(name).selectAll().where(isRow)).execute();
        await trx
          .updateTable(name)
          .set({ [column]: after })
          .where(isRow)
          .where(content, '=', before)
          .execute();
      });
      counts.resealed++;
    }
  }
  await signSessions(services);
  return counts;
}

async function signSessions({ store: { db }, config }: Services): Promise<void> {
  if (config.SECRET.length === 1) return;
  const sessions = await db
    .selectFrom('session')
    .select(['token_digest', 'account_id', 'second_factor_at', 'mac'])
    .execute();
  for (const session of sessions) {
    const [mac, ...others] = sessionMacs(config, session);
    if (session.mac !== null && others.includes(session.mac))
      await updateRows(db, 'session', { mac: session.mac }, { mac });
  }
}
