import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { compareHeads, verifyChains } from '#server/desk/audit/verify.ts';
import { auditKeys, keyedDigest } from '#server/platform/audit/audit-key.ts';
import { sealHash } from '#server/platform/audit/chain.ts';
import { currentHead, type SignedHead } from '#server/platform/audit/heads.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { needs } from '#tests/needs.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { manipulations, manipulationsOnSqlite, ofEveryTable } from './manipulations.ts';
import { targetOfFile } from './restore-rows.ts';

const tables = ['audit_head', 'seal', ...Object.keys(coveredTables)];

const NEXT = 'the next key of the chain in the tests';

const target = targetOfFile(async ({ portal }) => {
  const reporter = startReporter(portal.services);
  await vi.waitFor(
    async () => expect(await nextDue(portal.services.store, 'report')).toBeNull(),
    20_000,
  );
  await reporter.stop();
});

const portal = target.portal;
const folder = temporaryFolder('dump');
let heads: SignedHead[];
beforeAll(async () => {
  const head = await currentHead(portal.services.store.db, portal.services.config);
  heads = head ? [head] : [];
});

const audited = () => runHere(target.portal, 'audit');

/** The places that the verifier in Python finds, in the rows as the database gives them. */
async function second(): Promise<string[]> {
  const { store, config } = portal.services;
  for (const table of tables) {
    const rows = await store.db
      .selectFrom(table as 'seal')
      .selectAll()
      .execute();
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(join(folder, `${table}.jsonl`), lines);
  }
  const file = join(folder, 'heads.jsonl');
  await writeFile(file, heads.map((head) => JSON.stringify(head)).join('\n'));
  const args = ['tests/server/desk/audit/verifier.py', folder, file];
  const env = { PATH: process.env.PATH ?? '', AUDIT_KEY: config.AUDIT_KEY ?? '' };
  const { stdout, stderr } = spawnSync('python3', args, { env, encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

async function ours(): Promise<string[]> {
  const { broken } = await verifyChains(portal.services);
  const outside = await compareHeads(portal.services, heads);
  const named = outside.broken.map((place) => place.split(' ').slice(0, 2).join(' '));
  return [...broken, ...named].sort();
}

const python = needs('python3', 'python3');
test(
  'the portal and the verifier in Python find nothing in an unchanged database',
  python,
  async () => {
    expect(await ours()).toEqual([]);
    expect(await second()).toEqual([]);
  },
);

test.each(Object.entries(ofEveryTable))(
  'both verifiers find in every covered table that %s',
  async (_, manipulate) => {
    const places = (await manipulate(target)).sort();
    expect(await ours()).toEqual(places);
    if (!python.skip) expect((await second()).sort()).toEqual(places);
  },
);

const isOnSqlite = process.env.TEST_DATABASE !== 'postgres';
test.each(Object.entries({ ...manipulations, ...(isOnSqlite && manipulationsOnSqlite) }))(
  'it is found that %s',
  async (name, manipulate) => {
    await manipulate(target);
    // Bytes of files are not in the chain; their digests are.
    if (/bytes/.test(name)) {
      const { status, stdout } = await audited();
      expect([status, stdout]).toEqual([1, expect.stringContaining('Something was changed.')]);
      return;
    }
    const found = await ours();
    expect(found).not.toEqual([]);
    if (!python.skip) expect((await second()).sort()).toEqual(found);
  },
);

test('both verifiers find an entry of an unknown table, also if it is signed', python, async () => {
  const { services } = portal;
  const [key] = auditKeys(services.config);
  const { seal_seq, seal_hash, entry_seq, entry_hash } = await row(services, 'audit_head', {});
  const seq = seal_seq + 1;
  const seal = { seq, at: 1, kind: 'elsewhere', subject: '[1]', digest: '', key_id: key.id };
  const hash = sealHash(key, seal_hash, seal);
  await addRows(services, 'seal', { ...seal, hash });
  const mac = keyedDigest(key, ['end', seq, hash, entry_seq, entry_hash]);
  const head = { seal_seq: seq, seal_hash: hash, key_id: key.id, mac };
  await changeRows(services, 'audit_head', {}, head);
  const found = [`seal ${seq} of an unknown table`];
  expect([await ours(), await second()]).toEqual([found, found]);
});

test('it is found that an account was made a lead, also after it has signed in again', async () => {
  const { store } = portal.services;
  const email = 'stranger@example.eu';
  await store.db.updateTable('account').set({ is_lead: 1 }).where('email', '=', email).execute();
  await portal.signIn(email);
  const { status, stdout } = await audited();
  expect([status, stdout]).toEqual([1, expect.stringContaining('Something was changed.')]);
});

test(
  'with a new and an old key, the portal and the verifier verify the entries of both',
  python,
  async () => {
    const { store, config } = portal.services;
    const { AUDIT_KEY: before = '' } = config;
    const [old] = heads;
    try {
      config.AUDIT_KEY = `${NEXT},${before}`;
      await target.goOn();
      const head = await currentHead(store.db, config);
      expect(head?.key).not.toBe(old?.key);
      heads = [old, head].filter((each) => each != null);
      expect(await ours()).toEqual([]);
      expect(await second()).toEqual([]);

      await store.db.updateTable('note').set({ text: 'fine' }).execute();
      await store.db.updateTable('audit_entry').set({ actor: '' }).where('seq', '=', 7).execute();
      const found = await ours();
      expect(found).toContainEqual(expect.stringMatching(/^note /));
      expect((await second()).sort()).toEqual(found);

      // Entries sealed with the old key cannot be verified if it is dropped too soon.
      config.AUDIT_KEY = NEXT;
      expect(await ours()).toContain('seal 1');
      const seals = await store.db.selectFrom('seal').select('key_id').orderBy('seq').execute();
      const last = seals.findLastIndex(({ key_id }) => key_id === seals[0]?.key_id) + 1;
      expect(last).toBeGreaterThan(1);
      const lost = new RegExp(
        `^AUDIT_KEY lacks the key ${seals[0]?.key_id}, with which the seals 1 to ${last} were made: .*AUDIT_KEY=new,old`,
        'm',
      );
      const { status, stdout } = await runHere(portal, 'audit');
      expect([status, stdout]).toEqual([1, expect.stringMatching(lost)]);
      config.AUDIT_KEY = `${NEXT},${before}`;
      expect((await runHere(portal, 'audit')).stdout).not.toContain('lacks the key');
    } finally {
      config.AUDIT_KEY = before;
      heads = old ? [old] : [];
    }
  },
);

describe('a row that was inserted by hand is rejected when it is used:', () => {
  const TOKEN = 'a token of the thief, who knows only its digest';
  const digest = createHash('sha256').update(TOKEN).digest('hex');
  const db = () => portal.services.store.db;
  const idOf = async (email: string) => (await row(portal.services, 'account', { email })).id;
  const session = async (email: string) => ({
    token_digest: digest,
    account_id: await idOf(email),
    created_at: portal.services.now(),
    expires_at: portal.services.now() + 3_600_000,
  });

  test.each<[string, string | null]>([
    ['without a digest', null],
    ['with the digest of another session', 'copied'],
  ])('a session of staff %s', async (_, mac) => {
    const other = await db().selectFrom('session').select('mac').executeTakeFirstOrThrow();
    const forged = { ...(await session('auditor@example.eu')), mac: mac && other.mac };
    await addRows(portal.services, 'session', forged);
    const answer = await portal.call('currentUser', {}, { token: TOKEN });
    await db().deleteFrom('session').where('token_digest', '=', digest).execute();
    expectCode(answer, codes.signedOut);
  });

  test.each<[string, () => Promise<object>]>([
    ['another account', async () => ({ account_id: await idOf('auditor@example.eu') })],
    ['a second factor that was not given', async () => ({ second_factor_at: 1 })],
  ])('an own session with %s', async (_, changed) => {
    const token = await portal.signIn('thief@example.eu');
    expectCode(await portal.call('currentUser', {}, { token }), codes.ok);
    const token_digest = createHash('sha256').update(token).digest('hex');
    await changeRows(portal.services, 'session', { token_digest }, await changed());
    expectCode(await portal.call('currentUser', {}, { token }), codes.signedOut);
    await db().deleteFrom('session').where('token_digest', '=', token_digest).execute();
  });

  test('a link for a recipient', async () => {
    const { number } = target;
    const link = { application_number: number, email: 'thief@example.eu', language: 'en' };
    await addRows(portal.services, 'recipient', {
      ...link,
      token_digest: digest,
      link_sent_at: portal.services.now(),
    } as never);
    expectCode(await portal.call('delivery', { token: TOKEN }), codes.notFound);
  });

  test('a link that lifts a block', async () => {
    const limit = { email: 'nobody@example.eu', link_digest: digest, changed_at: 1 };
    await addRows(portal.services, 'address_limit', limit as never);
    expectCode(await portal.call('liftLock', { token: TOKEN }), codes.unknownLink);
    await db().deleteFrom('address_limit').where('link_digest', '=', digest).execute();
  });

  test('a code', async () => {
    const email = 'owner@example.eu';
    await portal.call('sendCaptcha', { email, privacyAccepted: true });
    const code = createHash('sha256').update('123456').digest('hex');
    await db().updateTable('challenge').set({ digest: code }).where('email', '=', email).execute();
    expectCode(await portal.call('login', { email, code: '123456' }), codes.wrongCode);
    await db().deleteFrom('challenge').execute();
  });
});

test('each table is covered, or the decision record says why it is not', async () => {
  const { db } = portal.services.store;
  const document = readFileSync('src/docs/decisions/2026-11-22-sealed-chain.md', 'utf8');
  const [before = '', list = ''] = document.split('**Not covered.**');
  const [, covered = ''] = before.split('| table | key |');
  const named = [...covered.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => name),
  );
  expect(named.sort()).toEqual(Object.keys(coveredTables).sort());
  const listed = [...(list.split('##')[0] ?? '').matchAll(/^\| (`.*?`) \|/gm)].flatMap(
    ([, names]) => [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const actual = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^application_search_/.test(name));
  expect([...listed, ...Object.keys(coveredTables)].sort()).toEqual(actual.sort());
});
