import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { requestGrant } from '#server/live/grants.ts';
import { openToken } from '#server/live/open-token.ts';
import { createToken } from '#server/live/tokens.ts';
import { announceSecret } from '#server/platform/audit/keys-in-use.ts';
import { announceSettings } from '#server/platform/config/shared-settings.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { portalHere, settingsOf } from '#tests/server/run-tool.ts';
import { qualifiedForThirdParty, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

const ofPortal = 'the old secret of this test: no secret';
const portal = portalOfFile(() => startSeededPortal({ SECRET: ofPortal }));
/** A port on which nothing listens. */
const NOBODY = '127.0.0.1:1';

const check = (settings: NodeJS.ProcessEnv) =>
  portalHere(['check-settings'], { ...settingsOf(portal), ...settings });

test('no error is reported if all services respond', async () => {
  const mails = await startSmtpPeer();
  onTestFinished(() => mails.close());
  const { status, stdout, stderr } = await check({ SMTP_URL: mails.url });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('all values are valid: ');
  expect(mails.received).toEqual([]);
});

test.each([
  [{ SMTP_URL: `smtp://${NOBODY}` }, 'SMTP_URL cannot be used: '],
  [{ CLAMD_URL: `tcp://${NOBODY}` }, 'CLAMD_URL cannot be used: '],
  [{ DATABASE_URL: `postgres://a:b@${NOBODY}/c` }, 'DATABASE_URL cannot be used: '],
  [{ AUDIT_HEADS_URL: `http://${NOBODY}/heads` }, 'AUDIT_HEADS_URL cannot be used: '],
  [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR cannot be used: '],
  [{ AUDIT_HEADS_FILE: '/nowhere/heads' }, 'AUDIT_HEADS_FILE cannot be used: '],
  [
    { STORAGE_URL: `s3://bucket?endpoint=http://${NOBODY}&region=eu-west-1&path-style=true` },
    'STORAGE_URL cannot be used: ',
  ],
])('with %j, the setting of the unreachable service is reported', async (settings, line) => {
  const { status, stderr } = await check({
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    ...settings,
  });
  expect(stderr).toContain(line);
  expect(status).toBe(1);
});

test('a file of signals with which the portal cannot start is an error', async () => {
  const SIGNALS_FILE = '/nowhere/signals.json';
  const { status, stderr } = await check({ SIGNALS_FILE });
  expect(stderr).toContain(`SIGNALS_FILE=${SIGNALS_FILE} cannot be used: `);
  expect(status).toBe(1);
});

test('a file in the place of DATA_DIR is named', async () => {
  const { stderr } = await check({ DATABASE_URL: '', DATA_DIR: import.meta.filename });
  expect(stderr).toContain(`${import.meta.filename} is not a folder`);
});

test('without an installation, the services are still checked', async () => {
  const { status, stderr } = await check({
    DATA_DIR: '/nowhere',
    DATABASE_URL: '',
    SMTP_URL: `smtp://${NOBODY}`,
  });
  expect(stderr).toContain('contains no installation');
  expect(stderr).toContain('SMTP_URL cannot be used: ');
  expect(status).toBe(1);
});

test('settings that differ between processes are reported without their secrets', async () => {
  const { store, config } = portal.services;
  const other = {
    RECORD_DAYS: 61 * 86_400_000,
    CLAMD_URL: 'tcp://scan:3310',
    INGEST_TOKEN: 'x'.repeat(32),
  };
  await announceSettings(store.db, { ...config, ...other });
  onTestFinished(async () => void (await store.db.deleteFrom('shared_setting').execute()));
  const { status, stderr } = await check({});
  expect(stderr).toMatch(/RECORD_DAYS=\d+, but the process that started last has RECORD_DAYS=61/);
  for (const name of ['CLAMD_URL', 'INGEST_TOKEN'])
    expect(stderr).toContain(`${name}=, but the process that started last has ${name}=(set)`);
  expect(stderr).not.toContain(other.INGEST_TOKEN);
  expect(status).toBe(0);
});

test('digests that need an older SECRET are counted until they expire or are renewed', async () => {
  const { services } = portal;
  const [old] = services.config.SECRET;
  const fresh = 'the new secret of this test: no secret';
  onTestFinished(() => {
    Object.assign(services.config, { SECRET: [old] });
  });
  const owner = { id: 'owner', email: 'owner@example.eu' };
  const { id } = await row(services, 'account', { email: owner.email });
  Object.assign(owner, { id });
  const grant = await requestGrant(services, owner, VEHICLE);
  const wanted = { grantId: grant.id, name: 'Test', dataTypes: ['battery'] as const, days: null };
  const { token } = await createToken(services, owner, wanted);
  const applicationNumber = await qualifiedForThirdParty(portal);
  const session = { token: portal.tokens.owner };
  const named = { applicationNumber, email: 'workshop@example.com' };
  await portal.granted('nameRecipient', named, session);
  const at = Date.now();
  const mailed = { link_digest: 'd', link_mailed_at: at };
  await changeRows(services, 'address_limit', { email: owner.email }, mailed);
  const ofStart = { MODE: 'demonstration', SECRET: `${fresh},${old}` };
  const counted = (await check(ofStart)).stderr;
  expect(counted).toMatch(
    /^warning: SECRET: .*: recipients' links: 1, tokens of live access: 1, sessions: 4, links that lift a block, of the last 24 hours: 1$/m,
  );
  const yesterday = { link_mailed_at: at - 86_400_000 };
  await changeRows(services, 'address_limit', { email: owner.email }, yesterday);
  Object.assign(services.config, { SECRET: [fresh, old] });
  await openToken(services, token, '192.0.2.1');
  const mail = await row(services, 'mail', { recipient: named.email });
  await portal.granted('delivery', { token: String(/#([\w-]{43})/.exec(String(mail.body))?.[1]) });
  await reseal(services);
  expect(await check(ofStart)).toMatchObject({ status: 0, stderr: '' });
});

test('a MODE with which the portal cannot start is an error', async () => {
  const { db } = portal.services.store;
  await db
    .insertInto('installation_mode')
    .values({ id: 1, mode: 'production' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ mode: 'production' }))
    .execute();
  const { status, stderr } = await check({ MODE: 'demonstration' });
  expect(stderr).toContain('MODE=demonstration would open production');
  expect(status).toBe(1);
});

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://portal.example.eu',
  SMTP_URL: `smtp://${NOBODY}`,
  MAIL_FROM: 'portal@example.eu',
  CONTACT_MAILBOX: 'contact@example.eu',
  AUTHORITY_MAILBOX: 'authority@example.eu',
  HOLDER_NAME: 'Example Motors',
  SECRET: 'f2b4d7e1a95c3086f2b4d7e1a95c3087',
  AUDIT_KEY: '8d1c4f7a2e6b9053d1c4f7a2e6b90538',
};
test.each([
  [production, 'SECRET is not the one that this installation uses'],
  [{ ...production, SECRET: ofPortal }, 'AUDIT_KEY, or the file audit.key, is not the key of'],
])('a key with which the portal cannot start is an error: %j', async (settings, line) => {
  const { db } = portal.services.store;
  await announceSecret(db, portal.services.config);
  const { status, stderr } = await check(settings);
  expect(stderr).toContain(line);
  expect(status).toBe(1);
});

test('settings are not compared with a database of the previous release', async () => {
  const { db } = portal.services.store;
  const name = '2026-11-27-6-shared-settings';
  await sql`drop table shared_setting`.execute(db);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
  const { status, stderr } = await check({});
  expect(stderr).toContain('the database is older than this release (pending migrations: 1)');
  expect(status).toBe(0);
});
