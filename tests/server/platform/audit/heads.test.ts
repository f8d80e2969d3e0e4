import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { auditKeys } from '#server/platform/audit/audit-key.ts';
import { sealHash } from '#server/platform/audit/chain.ts';
import { startHeadCopier } from '#server/platform/audit/heads.ts';
import { DatabaseClock } from '#server/platform/database/clock.ts';
import { retryDelay } from '#server/platform/jobs/lease.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { changeRows, row, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';

const portal = portalOfTest(startPortal);
let receiver: Server;
let received: string[];
let status: number;
let file: string;
beforeEach(async () => {
  received = [];
  status = 204;
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (status < 300) received.push(`${request.headers.authorization} ${body}`);
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  file = join(portal.services.config.DATA_DIR, 'heads.jsonl');
});
afterEach(() => void receiver.close());

const event = () => signInAs(portal, 'auditor@example.eu', ['auditor']);
const lines = async () =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
const last = async () => JSON.parse((await lines()).at(-1) ?? '{}');
const end = async () => (await row(portal.services, 'audit_head', {})).seal_seq;
const copied = () => expect.poll(async () => (await last()).seq === (await end())).toBe(true);

/** Copies heads until the test ends; returns the errors. */
function copying(settings: object): unknown[] {
  const errors: unknown[] = [];
  Object.assign(portal.services.config, settings);
  const copier = startHeadCopier(portal.services, (error) => errors.push(error));
  onTestFinished(() => copier.stop());
  return errors;
}

test('each head of the chain is appended to the file, and audit compares them', async () => {
  copying({ AUDIT_HEADS_FILE: file });
  await event();
  await copied();
  await event();
  await copied();
  const done = await runHere(portal, 'audit', ['--against', file]);
  expect(done.stdout).toContain(`${(await lines()).length} heads compared\nNothing was changed.`);
  expect(done.status, done.stderr).toBe(0);
});

test('a process whose clock is off leaves the copies to others', async () => {
  const { services } = portal;
  const offClock = new DatabaseClock(services.store);
  offClock.msAhead = 7_200_000;
  await event();
  const others = startHeadCopier({
    ...services,
    clock: offClock,
    now: () => services.now() + 7_200_000,
    config: { ...services.config, AUDIT_HEADS_FILE: file },
  });
  // Waits for its first round.
  await others.stop();
  copying({ AUDIT_HEADS_FILE: file });
  await event();
  await copied();
});

test('a URL receives the head with its credentials; a rejected head is sent again', async () => {
  const { port } = receiver.address() as AddressInfo;
  status = 302;
  const errors = copying({ AUDIT_HEADS_URL: `http://me:secret@127.0.0.1:${port}/heads` });
  await event();
  await expect.poll(() => errors.length).toBe(1);
  expect(received).toEqual([]);
  status = 204;
  portal.clock.advance(retryDelay(1));
  await expect.poll(async () => received.join().includes(`"seq":${await end()}`)).toBe(true);
  expect(received[0]).toMatch(/^Basic bWU6c2VjcmV0 \{/);
});

test('two destinations receive each head', async () => {
  const { port } = receiver.address() as AddressInfo;
  copying({ AUDIT_HEADS_FILE: file, AUDIT_HEADS_URL: `http://127.0.0.1:${port}/heads` });
  for (let time = 0; time < 2; time++) {
    await event();
    await vi.waitFor(async () => {
      expect(await last()).toMatchObject({ seq: await end() });
      expect(received.at(-1)).toContain(`"seq":${await end()}`);
    }, 30_000);
  }
});

test('copied heads reveal a truncated chain with a restored head', async () => {
  const { db } = portal.services.store;
  await event();
  const before = await row(portal.services, 'audit_head', {});
  await event();
  copying({ AUDIT_HEADS_FILE: file });
  await copied();
  const seq = await end();
  await db.deleteFrom('seal').where('seq', '>', before.seal_seq).execute();
  await db.deleteFrom('audit_entry').where('seq', '>', before.entry_seq).execute();
  await changeRows(portal.services, 'audit_head', {}, before);
  // A copied head can be restored inside the database.
  expect((await runHere(portal, 'audit')).stdout).toContain('Nothing was changed.');
  expect((await runHere(portal, 'audit', ['--against', file])).stdout).toMatch(
    new RegExp(`head ${seq} of 2026-\\S+: the chain ends before it\nSomething was changed.`),
  );
});

test('copied heads reveal a chain that was rewritten with the key', async () => {
  await event();
  copying({ AUDIT_HEADS_FILE: file });
  await copied();
  const [key] = auditKeys(portal.services.config);
  const { seq, ...seal } = await row(portal.services, 'seal', { seq: await end() });
  const hash = sealHash(key, '', { ...seal, seq, at: seal.at + 1 });
  await changeRows(portal.services, 'seal', { seq }, { at: seal.at + 1, hash });
  const { stdout } = await runHere(portal, 'audit', ['--against', file]);
  expect(stdout).toContain('the chain differs');
});

test('an invalid file of heads is rejected in one line', async () => {
  await writeFile(file, '{"seq":"x"}\n');
  const done = await runHere(portal, 'audit', ['--against', file]);
  expect(done).toMatchObject({
    status: 1,
    stderr: `${file} is not a list of chain heads (one line of JSON each)\n`,
  });
  await rm(file);
  expect(await runHere(portal, 'audit', ['--against', file])).toMatchObject({
    status: 1,
    stderr: `ENOENT: no such file or directory, open '${file}'\n`,
  });
});
