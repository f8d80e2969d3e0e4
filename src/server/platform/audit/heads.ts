import { existsSync } from 'node:fs';
import { access, constants, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod/mini';
import { SECOND } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRow, insertMissing, requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { LEASE, retryDelay } from '#server/platform/jobs/lease.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { auditKeys, keyedDigest } from './audit-key.ts';

const hexadecimal = z.string().check(z.regex(/^[0-9a-f]+$/));

export const signedHead = z.object({
  seq: z.int(),
  at: z.int(),
  hash: hexadecimal,
  key: hexadecimal,
  mac: hexadecimal,
});
export type SignedHead = z.infer<typeof signedHead>;

export async function currentHead(db: Kysely<Schema>, config: Config): Promise<SignedHead | null> {
  const last = await db
    .selectFrom('seal')
    .select(['seq', 'at', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const [key] = auditKeys(config);
  return { ...last, key: key.id, mac: keyedDigest(key, ['head', last.seq, last.at, last.hash]) };
}

export function isSigned(config: Config, { seq, at, hash, key: id, mac }: SignedHead): boolean {
  const key = auditKeys(config).find((each) => each.id === id);
  return key !== undefined && mac === keyedDigest(key, ['head', seq, at, hash]);
}

const TIMEOUT = 10 * SECOND;
const MAX_ERROR_LENGTH = 500;

type HeadCopy = Selectable<Schema['head_copy']>;

interface Target {
  name: string;
  copy: (head: SignedHead) => Promise<void>;
}

/** Copies each new head of the chain. A retry copies the head that is current at that time. */
export function startHeadCopier(services: Services, onError: OnError = console.error): Worker {
  const targets = targetsOf(services);
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const target of targets) await copyWhenDue(services, target).catch(onError);
      await setTimeout(SECOND, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = targets.length === 0 ? Promise.resolve() : run();
  return {
    // Waits for a copy in progress, which takes no longer than its timeout.
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function targetsOf({ config: { AUDIT_HEADS_FILE: file, AUDIT_HEADS_URL: url } }: Services) {
  const targets: Target[] = [];
  if (file) targets.push({ name: 'file', copy: (head) => append(file, head) });
  if (url) targets.push({ name: 'url', copy: (head) => post(url, head) });
  return targets;
}

async function copyWhenDue(services: Services, { name, copy }: Target): Promise<void> {
  const { store, config, now, clock } = services;
  // With a wrong clock, the next copy would be due too late for the other processes.
  if (clock?.canLease === false) return;
  const last = await lastCopy(services, name);
  if (last.next_at > now()) return;
  const head = await currentHead(store.db, config);
  // A head with a lower number is copied, too, so that a comparison detects the rollback.
  if (!head || head.seq === last.seq) return;
  const attempts = last.attempts + 1;
  const claimed = await store.db
    .updateTable('head_copy')
    .set({ next_at: now() + LEASE, attempts })
    .where('target', '=', name)
    .where('next_at', '=', last.next_at)
    .where('attempts', '=', last.attempts)
    .executeTakeFirst();
  if (claimed.numUpdatedRows !== 1n) return;
  const done = store.db.updateTable('head_copy').where('target', '=', name);
  try {
    await copy(head);
  } catch (error) {
    // Errors of `fetch` contain the reason in `cause`.
    const last_error = String((error as Error).cause ?? error).slice(0, MAX_ERROR_LENGTH);
    await done.set({ next_at: now() + retryDelay(attempts), last_error }).execute();
    throw new Error(`The head of the audit chain could not be copied (${name})`, { cause: error });
  }
  const copied = { seq: head.seq, next_at: now(), attempts: 0, last_error: null };
  await done.set(copied).execute();
}

export async function headCopies(
  services: Services,
): Promise<Pick<HeadCopy, 'target' | 'seq' | 'last_error'>[]> {
  const { db } = services.store;
  const rows = await db.selectFrom('head_copy').select(['target', 'seq', 'last_error']).execute();
  return targetsOf(services).map(
    ({ name: target }) =>
      rows.find((row) => row.target === target) ?? { target, seq: 0, last_error: null },
  );
}

/** Returns why head copies fail, or null. Throws if `AUDIT_HEADS_FILE` cannot be written. */
export async function headCopyProblem(services: Services): Promise<string | null> {
  const file = services.config.AUDIT_HEADS_FILE;
  if (file) await (await open(file, 'a', 0o600)).close();
  const failing = (await headCopies(services)).filter(({ last_error }) => last_error !== null);
  return failing.length === 0
    ? null
    : failing.map(({ target, last_error }) => `${target}: ${last_error}`).join('; ');
}

async function lastCopy({ store: { db } }: Services, target: string): Promise<HeadCopy> {
  const found = await findRow(db, 'head_copy', { target });
  if (found) return found;
  await insertMissing(db, 'head_copy', {
    target,
    seq: 0,
    next_at: 0,
    attempts: 0,
    last_error: null,
  });
  return requireRow(db, 'head_copy', { target });
}

async function append(path: string, head: SignedHead): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws if a head could not be appended to the file. Creates no file. */
export async function probeHeadFile(file: string): Promise<void> {
  await access(existsSync(file) ? file : dirname(file), constants.W_OK);
}

/** Throws if the server of the URL does not respond. Sends no head. */
export async function probeHeadUrl(address: string): Promise<void> {
  const { origin } = new URL(address);
  const request = fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT) });
  await request.catch((error: Error) => {
    throw error.cause ?? error;
  });
}

async function post(address: string, head: SignedHead): Promise<void> {
  const url = new URL(address);
  const { username, password } = url;
  url.username = url.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(username && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}
