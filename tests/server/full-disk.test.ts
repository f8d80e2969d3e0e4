import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { skipUnless } from '#tests/needs.ts';
import { pdf } from './applications/samples.ts';
import { ordered, row, rows } from './fixture.ts';
import { portalOfTest } from './portal-of.ts';
import { generateDue } from './run-due.ts';
import { type SeededPortal, startSeededPortal } from './seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

/** Simulates a full disk of the files. */
function fillDisk(): { free(): void } {
  const { open } = fs;
  const { statfs } = fs.promises;
  vi.spyOn(fs, 'open').mockImplementation((...args: unknown[]) => {
    // Every write to this device fails with ENOSPC.
    if (args[1] === 'wx') args.splice(0, 2, '/dev/full', 'w');
    Reflect.apply(open, fs, args);
  });
  vi.spyOn(fs.promises, 'statfs').mockImplementation(async (path) =>
    Object.assign(await statfs(path), { bavail: 0 }),
  );
  syncBuiltinESMExports();
  const free = () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  };
  onTestFinished(free);
  return { free };
}

const uploading = (token: string) =>
  portal.upload(
    'personUploadCert',
    { fields: { usage: 'vehicleProof' }, file: { name: 'a.pdf', content: pdf } },
    { token, language: 'fr' },
  );

test(
  'an upload to a full disk gets 507, leaves nothing, and succeeds later',
  skipUnless(process.platform === 'linux', 'needs Linux'),
  async () => {
    const before = await rows(portal.services, 'stored_file');
    const full = fillDisk();
    const refused = await uploading(portal.tokens.owner);
    expect([refused.status, refused.code]).toEqual([507, codes.storageFull]);
    expect(refused.message).toMatch(/espace/);
    expect(refused.response.headers['retry-after']).toBe('60');
    expect(ordered(await rows(portal.services, 'stored_file'))).toEqual(ordered(before));
    full.free();
    expect((await uploading(portal.tokens.owner)).status).toBe(200);
  },
);

test('a full database returns 507 and recovers', async () => {
  const { free } = await fillDatabase(portal);
  const answers: number[] = [];
  for (let each = 0; each < 60 && !answers.includes(507); each++) {
    const email = `${'x'.repeat(60)}${each}@example.eu`;
    answers.push((await portal.call('sendCaptcha', { email, privacyAccepted: true })).status);
  }
  expect(new Set(answers)).toEqual(new Set(answers.length > 1 ? [200, 507] : [507]));
  // Reads still work.
  expect((await portal.call('config', {})).status).toBe(200);
  await free();
  const sent = await portal.call('sendCaptcha', { email: 'a@example.eu', privacyAccepted: true });
  expect(sent.status).toBe(200);
});

test('a report waits for space without counting an attempt', async () => {
  const { number } = await portal.applicationAt('approved');
  const full = fillDisk();
  const worker = startReporter(portal.services, () => {});
  const job = () => row(portal.services, 'job', { kind: 'report', subject: number });
  await expect.poll(async () => (await job()).last_error).toMatch(/MiB are left/);
  await worker.stop();
  expect((await job()).leased_until).toBeNull();
  const [waiting] = await rows(portal.services, 'report', { application_number: number });
  expect(waiting?.state).toBe('queued');
  full.free();
  portal.clock.set((await job()).run_at);
  await generateDue(portal.services);
  expect((await row(portal.services, 'report', { application_number: number })).state).toBe(
    'delivered',
  );
});

/** Limits the size of the embedded database; PostgreSQL raises the error of a full disk. */
async function fillDatabase({ services: { store } }: SeededPortal) {
  if (store.kind === 'embedded') {
    await sql`pragma max_page_count = 1`.execute(store.db);
    return { free: () => sql`pragma max_page_count = 4294967294`.execute(store.db) };
  }
  await sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    store.db,
  );
  await sql`create trigger full_disk before insert on mail execute function full_disk()`.execute(
    store.db,
  );
  return { free: () => sql`drop function full_disk cascade`.execute(store.db) };
}
