import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows } from '#tests/server/fixture.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { manipulations } from './manipulations.ts';
import { targetOfFile } from './restore-rows.ts';

const target = targetOfFile(async ({ portal }) => {
  const reporter = startReporter(portal.services);
  await vi.waitFor(
    async () => expect(await nextDue(portal.services.store, 'report')).toBeNull(),
    20_000,
  );
  await reporter.stop();
});

const audited = () => runHere(target.portal, 'audit');

test.each(Object.entries(manipulations))('it is found that %s', async (_, manipulate) => {
  await manipulate(target);
  const { status, stdout } = await audited();
  expect(stdout).toContain('Something was changed.');
  expect(status).toBe(1);
  await target.putBack();
  expect((await audited()).stdout).toContain('Nothing was changed.');
});

test('it is found that an account was made a lead, also after it has signed in again', async () => {
  const { store } = target.portal.services;
  const email = 'stranger@example.eu';
  await store.db.updateTable('account').set({ is_lead: 1 }).where('email', '=', email).execute();
  await target.portal.signIn(email);
  const { stdout } = await audited();
  await target.putBack();
  expect(stdout).toContain('Something was changed.');
});

const isPostgres = () => target.portal.services.store.kind === 'postgres';

test.each<[string, () => [string, string]]>([
  [
    'a trigger or rule that hides deletions',
    () =>
      isPostgres()
        ? ['create rule hidden as on delete to note do instead nothing', 'drop rule hidden on note']
        : [
            'create trigger hidden after insert on note begin delete from mention; end',
            'drop trigger hidden',
          ],
  ],
  [
    'a dropped index',
    () => ['drop index note_of_author', 'create index note_of_author on note (author_id)'],
  ],
  [
    'another column',
    () => ['alter table note add column hidden text', 'alter table note drop column hidden'],
  ],
])('it is found that the schema has %s', async (_, statements) => {
  const [change, undo] = statements();
  const { db } = target.portal.services.store;
  await sql.raw(change).execute(db);
  const { status, stdout } = await audited();
  await sql.raw(undo).execute(db);
  expect(stdout).toMatch(/^differs from the migrations: .*(hidden|note)/m);
  expect(status).toBe(1);
  expect((await audited()).stdout).toContain('Nothing was changed.');
});

describe('a row that was written into the database is refused at use:', () => {
  const TOKEN = 'a token of the thief, who knows only its digest';
  const digest = createHash('sha256').update(TOKEN).digest('hex');
  const db = () => target.portal.services.store.db;
  const idOf = async (email: string) =>
    (
      await db()
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id;
  const session = async (email: string) => ({
    token_digest: digest,
    account_id: await idOf(email),
    created_at: target.portal.services.now(),
    expires_at: target.portal.services.now() + 3_600_000,
  });

  test.each<[string, string | null]>([
    ['without a digest', null],
    ['with the digest of another session', 'copied'],
  ])('a session of staff %s', async (_, mac) => {
    const other = await db().selectFrom('session').select('mac').executeTakeFirstOrThrow();
    const row = { ...(await session('auditor@example.eu')), mac: mac && other.mac };
    await db().insertInto('session').values(row).execute();
    const answer = await target.portal.call('currentUser', {}, { token: TOKEN });
    await db().deleteFrom('session').where('token_digest', '=', digest).execute();
    expectCode(answer, codes.signedOut);
  });

  test.each<[string, () => Promise<object>]>([
    ['another account', async () => ({ account_id: await idOf('auditor@example.eu') })],
    ['a second factor that was not given', async () => ({ second_factor_at: 1 })],
  ])('an own session with %s', async (_, changed) => {
    const token = await target.portal.signIn('thief@example.eu');
    expectCode(await target.portal.call('currentUser', {}, { token }), codes.ok);
    const token_digest = createHash('sha256').update(token).digest('hex');
    await changeRows(target.portal.services, 'session', { token_digest }, await changed());
    expectCode(await target.portal.call('currentUser', {}, { token }), codes.signedOut);
    await db().deleteFrom('session').where('token_digest', '=', token_digest).execute();
  });

  test('a link for a recipient', async () => {
    const { number } = target;
    const link = { application_number: number, email: 'thief@example.eu', language: 'en' };
    await addRows(target.portal.services, 'recipient', {
      ...link,
      token_digest: digest,
      link_sent_at: target.portal.services.now(),
    } as never);
    expectCode(await target.portal.call('delivery', { token: TOKEN }), codes.notFound);
  });

  test('a link that lifts a block', async () => {
    const limit = { email: 'nobody@example.eu', link_digest: digest, changed_at: 1 };
    await addRows(target.portal.services, 'address_limit', limit as never);
    expectCode(await target.portal.call('liftLock', { token: TOKEN }), codes.unknownLink);
    await db().deleteFrom('address_limit').where('link_digest', '=', digest).execute();
  });

  test('a code', async () => {
    const email = 'owner@example.eu';
    await target.portal.call('sendCaptcha', { email, privacyAccepted: true });
    const code = createHash('sha256').update('123456').digest('hex');
    await db().updateTable('challenge').set({ digest: code }).where('email', '=', email).execute();
    expectCode(await target.portal.call('login', { email, code: '123456' }), codes.wrongCode);
    await db().deleteFrom('challenge').execute();
  });
});

test('each table is covered, or the document says why it is not', async () => {
  const { db } = target.portal.services.store;
  const document = readFileSync('src/docs/decisions/2026-11-22-sealed-chain.md', 'utf8');
  const [, list = ''] = document.split('**Not covered.**');
  const listed = [...(list.split('##')[0] ?? '').matchAll(/^\| (`.*?`) \|/gm)].flatMap(
    ([, names]) => [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^application_search_/.test(name));
  expect([...listed, ...Object.keys(coveredTables)].sort()).toEqual(tables.sort());
});
