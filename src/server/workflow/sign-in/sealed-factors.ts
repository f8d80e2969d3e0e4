import type { Kysely } from 'kysely';
import type { Value } from '#server/platform/store/audit-key.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { type SealedTable, sealContents } from '#server/platform/store/sealed-table.ts';
import type { Scope } from '#server/platform/store/services.ts';

const parts = ['second_factor', 'recovery_code', 'passkey'] as const;

const sealedOfApp = [
  'secret',
  'pending_secret',
  'last_step',
  'wrong_tries',
  'locked_until',
] as const;

const sealedOfPasskey = [
  'id',
  'name',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'last_used_at',
] as const;

/** Second factors, by their accounts: the app with its tries, recovery codes, passkeys. */
export const sealedFactors: SealedTable = {
  kind: 'factor',
  nameOf: (id) => `second factor of ${id}`,

  async keysAfter(db, last, limit) {
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where(({ or, exists, selectFrom }) =>
        or(
          parts.map((table) =>
            exists(
              selectFrom(table).select('account_id').whereRef('account_id', '=', 'account.id'),
            ),
          ),
        ),
      )
      .$if(last !== null, (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  },

  read: readFactors,
};

/** Seals an account's second factor as it is after the transaction. */
export function sealFactor({ services, trx }: Scope, accountId: string): Promise<void> {
  return sealContents(services, trx, [sealedFactors], [accountId]);
}

async function readFactors(
  db: Kysely<Schema>,
  accounts: readonly string[],
): Promise<Map<string, readonly Value[]>> {
  const apps = await db
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', 'in', accounts)
    .execute();
  const codes = await db
    .selectFrom('recovery_code')
    .selectAll()
    .where('account_id', 'in', accounts)
    .execute();
  const passkeys = await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', 'in', accounts)
    .execute();
  const contents = accounts.map((account): [string, Value[]] => {
    const isTheirs = (row: { account_id: string }) => row.account_id === account;
    return [
      account,
      [
        apps.filter(isTheirs).map((app) => sealedOfApp.map((column) => app[column])),
        codes
          .filter(isTheirs)
          .map(({ digest }) => digest)
          .sort(),
        passkeys
          .filter(isTheirs)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map((passkey) => sealedOfPasskey.map((column) => passkey[column])),
      ],
    ];
  });
  return new Map(contents.filter(([, each]) => each.some((part) => (part as []).length > 0)));
}
