import { afterAll, beforeEach, expect, test } from 'vitest';
import { forgetDraft } from '#server/accounts/drafts/drafts.ts';
import {
  replaceRecoveryCodes,
  spendRecoveryCode,
} from '#server/accounts/second-factor/one-time-codes.ts';
import { newChallenge, takeChallenge } from '#server/accounts/second-factor/passkey-store.ts';
import { forgetSecondFactor } from '#server/accounts/second-factor/second-factor.ts';
import { endSession, endSessions, extendSession } from '#server/accounts/sessions/sessions.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ordered } from '#tests/server/fixture.ts';
import { environmentOf, type FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const OWN = 'own';
const COLLEAGUE = 'colleague';
const RECOVERY_CODE = 'the same in both';
const tokenOf = (id: string) => `token of ${id}`;

let services: Services;
let location: FreshLocation | undefined;
/** Tables whose rows belong to one account. */
let tables: string[];

async function close(): Promise<void> {
  await services?.store.close();
  await location?.remove();
}
beforeEach(async () => {
  await close();
  const fresh = await freshStore();
  location = fresh.location;
  services = {
    store: fresh.store,
    config: readConfig(environmentOf(location)),
    now: () => NOW,
  };
  const all = await fresh.store.db.introspection.getTables();
  const ofAccounts = all.filter(
    ({ columns }) =>
      columns.some(({ name }) => name === 'account_id') &&
      // What is about an application, too, is beside the point.
      !columns.some(({ name }) => /^(application_number|note_id)$/.test(name)),
  );
  tables = ofAccounts.map(({ name }) => name);
  let count = 0;
  for (const id of [OWN, COLLEAGUE])
    for (const { name, columns } of [
      ...all.filter((one) => one.name === 'account'),
      ...ofAccounts,
    ]) {
      const cells = columns.map((column): [string, unknown] => {
        count += 1;
        if (column.name === 'account_id' || (name === 'account' && column.name === 'id'))
          return [column.name, id];
        // The same in both, where it may be.
        if (column.name === 'ended_because') return [column.name, null];
        if (name === 'recovery_code' && column.name === 'digest')
          return [column.name, digestOf(RECOVERY_CODE)];
        if (column.name === 'token_digest') return [column.name, digestOf(tokenOf(id))];
        if (name === 'draft' && column.name === 'name') return [column.name, 'apply'];
        if (/bigint|int8/i.test(column.dataType)) return [column.name, NOW + count];
        return [column.name, /int/i.test(column.dataType) ? count : `${name} ${count}`];
      });
      await fresh.store.db
        .insertInto(name as 'draft')
        .values(Object.fromEntries(cells) as never)
        .execute();
    }
});
afterAll(close);

const rowsOf = async (account: string) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await services.store.db
          .selectFrom(table as 'draft')
          .selectAll()
          .where('account_id', '=', account)
          .execute(),
      ]),
    ),
  );

const account = { id: OWN, email: 'own@example.eu', roles: [] };
const requester = { roles: [], sessionEndsAt: NOW };

const within = (work: (scope: Scope) => Promise<unknown>) => () =>
  services.store.transact((trx) => work({ services, trx }));

test.each<[string, readonly string[], () => Promise<unknown>]>([
  [
    'second factor is forgotten',
    ['passkey', 'recovery_code', 'second_factor'],
    within((scope) => forgetSecondFactor(scope, OWN)),
  ],
  [
    'recovery codes are replaced',
    ['recovery_code'],
    within(({ trx }) => replaceRecoveryCodes(trx, OWN, ['one'])),
  ],
  [
    'recovery code is used',
    ['recovery_code'],
    within(({ trx }) => spendRecoveryCode(trx, OWN, RECOVERY_CODE)),
  ],
  [
    'sessions end',
    ['session'],
    within((scope) => endSessions(scope, { account, because: 'roles', by: null })),
  ],
  ['session is extended', ['session'], () => extendSession(services, requester, tokenOf(OWN))],
  ['session is signed out', ['session'], () => endSession(services, account, tokenOf(OWN))],
  ['passkey is asked for', ['session'], () => newChallenge(services, tokenOf(OWN), 'give')],
  ['passkey is answered', ['session'], () => takeChallenge(services, tokenOf(OWN), 'give')],
  ['draft is forgotten', ['draft'], () => forgetDraft(services, account as never, 'apply')],
])('when an account’s %s, nobody else’s is touched', async (_, touched, become) => {
  const [own, colleague] = [await rowsOf(OWN), await rowsOf(COLLEAGUE)];
  for (const [table, rows] of Object.entries(colleague)) expect(rows, table).toHaveLength(1);
  await become();
  const now = await rowsOf(OWN);
  const changed = tables.filter(
    (table) => JSON.stringify(now[table]) !== JSON.stringify(own[table]),
  );
  expect(changed.toSorted()).toEqual(touched);
  expect(await rowsOf(COLLEAGUE)).toEqual(colleague);
});

test('of an account’s sessions those end that go on, and the others keep how they ended', async () => {
  const { db } = services.store;
  const [open] = await db.selectFrom('session').selectAll().where('account_id', '=', OWN).execute();
  if (!open) throw new Error('no session');
  const others = [
    { ...open, token_digest: 'ended', ended_because: 'factor' as const },
    { ...open, token_digest: 'lapsed', expires_at: NOW },
  ];
  await db.insertInto('session').values(others).execute();
  const count = await services.store.transact((trx) =>
    endSessions({ services, trx }, { account, because: 'roles', by: null }),
  );
  expect(count).toBe(1);
  const rows = await db.selectFrom('session').selectAll().where('account_id', '=', OWN).execute();
  const ended = rows.filter(({ token_digest }) => token_digest !== open.token_digest);
  expect(ordered(ended)).toEqual(ordered(others));
});

test.each([
  [OWN, COLLEAGUE],
  [COLLEAGUE, OWN],
])('the challenge of %s’s session is none of %s’s', async (one, other) => {
  const blank = { passkey_challenge: null, passkey_challenge_at: null };
  await services.store.db.updateTable('session').set(blank).execute();
  await newChallenge(services, tokenOf(one), 'give');
  expect(await takeChallenge(services, tokenOf(other), 'give')).toBeNull();
  expect(await takeChallenge(services, tokenOf(one), 'give')).not.toBeNull();
});
