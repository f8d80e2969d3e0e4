import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareHeads, verifyChains } from '#server/desk/audit/verify.ts';
import { currentHead, type SignedHead } from '#server/platform/audit/heads.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { needs } from '#tests/needs.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { manipulations } from './manipulations.ts';
import { targetOfFile } from './restore-rows.ts';

const tables = ['audit_head', 'seal', ...Object.keys(coveredTables)];

const NEXT = 'the next key of the chain in the tests';

const target = targetOfFile();
const portal = target.portal;
let folder: string;
let heads: SignedHead[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dump-'));
  const head = await currentHead(portal.services.store.db, portal.services.config);
  heads = head ? [head] : [];
});
afterAll(() => rm(folder, { recursive: true }));

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
  await writeFile(
    join(folder, 'heads.jsonl'),
    heads.map((head) => JSON.stringify(head)).join('\n'),
  );
  const args = ['tests/server/desk/audit/verifier.py', folder, join(folder, 'heads.jsonl')];
  const env = {
    PATH: process.env.PATH ?? '',
    AUDIT_KEY: config.AUDIT_KEY ?? '',
  };
  return new Promise((resolve, reject) => {
    execFile('python3', args, { env }, (error, stdout, stderr) =>
      stderr
        ? reject(new Error(stderr, { cause: error }))
        : resolve(stdout.split('\n').filter(Boolean)),
    );
  });
}

async function ours(): Promise<string[]> {
  const { broken } = await verifyChains(portal.services);
  const outside = await compareHeads(portal.services, heads);
  const named = outside.broken.map((place) => place.split(' ').slice(0, 2).join(' '));
  return [...broken, ...named].sort();
}

const python = needs('python3', 'python3');
test('both find nothing in an unchanged database', python, async () => {
  expect(await ours()).toEqual([]);
  expect(await second()).toEqual([]);
});

// Bytes of files are not in the chain; their digests are.
const inDatabase = Object.entries(manipulations).filter(([name]) => !/bytes/.test(name));

test.each(inDatabase)('both find at the same places that %s', python, async (_, manipulate) => {
  await manipulate(target);
  const found = await second();
  expect(found).not.toEqual([]);
  expect(found.sort()).toEqual(await ours());
});

test(
  'with a new key beside the old one both find nothing, and entries of either are verified',
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

      // Dropped too soon, the old one is missed: what it sealed cannot be shown to hold.
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
