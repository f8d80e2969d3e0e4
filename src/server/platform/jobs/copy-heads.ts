import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { currentHead, type SignedHead } from '#server/platform/audit/heads.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { letter, type MailText, postMail } from '#server/platform/mail/outbox.ts';
import { LEASE, retryDelay } from './lease.ts';
import type { Worker } from './worker.ts';

const SECOND = 1000;
const TIMEOUT = 10 * SECOND;
const MAX_ERROR_LENGTH = 500;

type HeadCopy = Selectable<Schema['head_copy']>;

/** A place outside. */
interface Target {
  name: string;
  /** Shortest time between two copies, in ms. */
  pause: number;
  copy: (head: SignedHead) => Promise<void>;
}

/**
 * Copies the end of the chain to where the operator wants it, as soon as it has moved and at least
 * once. A place that did not take it is tried again, with the end as it is by then.
 */
export function startHeadCopier(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Worker {
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
    // A copy takes no longer than its timeout.
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function targetsOf(services: Services): Target[] {
  const { config } = services;
  const { AUDIT_HEADS_FILE: file, AUDIT_HEADS_URL: url, AUDIT_HEADS_MAILBOX: mailbox } = config;
  return [
    ...(file ? [{ name: 'file', pause: 0, copy: (head: SignedHead) => append(file, head) }] : []),
    ...(url ? [{ name: 'url', pause: 0, copy: (head: SignedHead) => post(url, head) }] : []),
    ...(mailbox
      ? [
          {
            name: 'mailbox',
            pause: config.AUDIT_HEADS_MINUTES,
            copy: (head: SignedHead) => mail(services, mailbox, head),
          },
        ]
      : []),
  ];
}

async function copyWhenDue(services: Services, { name, pause, copy }: Target): Promise<void> {
  const { store, config, now } = services;
  const last = await lastCopy(services, name);
  if (last.next_at > now()) return;
  const head = await currentHead(store.db, config);
  // An end that went back is copied, too: who compares is to see it.
  if (!head || head.seq === last.seq) return;
  const attempts = last.attempts + 1;
  const claimed = await store.db
    .updateTable('head_copy')
    .set({ next_at: now() + LEASE, attempts })
    .where('target', '=', name)
    .where('next_at', '=', last.next_at)
    .where('attempts', '=', last.attempts)
    .executeTakeFirst();
  // Another process was first.
  if (claimed.numUpdatedRows !== 1n) return;
  const done = store.db.updateTable('head_copy').where('target', '=', name);
  try {
    await copy(head);
  } catch (error) {
    const last_error = String(error).slice(0, MAX_ERROR_LENGTH);
    await done.set({ next_at: now() + retryDelay(attempts), last_error }).execute();
    throw new Error(`The end of the audit chain could not be copied (${name})`, { cause: error });
  }
  const copied = { seq: head.seq, next_at: now() + pause, attempts: 0, last_error: null };
  await done.set(copied).execute();
}

async function lastCopy({ store: { db } }: Services, target: string): Promise<HeadCopy> {
  const select = db.selectFrom('head_copy').selectAll().where('target', '=', target);
  const found = await select.executeTakeFirst();
  if (found) return found;
  await db
    .insertInto('head_copy')
    .values({ target, seq: 0, next_at: 0, attempts: 0, last_error: null })
    .onConflict((conflict) => conflict.column('target').doNothing())
    .execute();
  return select.executeTakeFirstOrThrow();
}

/** Adds a line, and is done when the other storage has it. */
async function append(path: string, head: SignedHead): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
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
  if (!response.ok) throw new Error(`answered ${response.status}`);
}

async function mail({ store, config, now }: Services, recipient: string, head: SignedHead) {
  const language = config.DESK_LANGUAGE;
  await store.transact((trx) =>
    postMail(trx, {
      ...headMail(language, head),
      recipient,
      language,
      at: now(),
      priority: 'routine',
    }),
  );
}

/** The signed head of the log, on a line of its own, for the person who keeps the heads. */
export function headMail(language: Language, head: SignedHead): MailText {
  return letter(
    language,
    msg`The audit log ends at seal ${{ seq: head.seq }}`,
    msg`Please keep this e-mail. The line below can show later that nobody removed anything from the log or replaced it as a whole: put the lines of all e-mails into one file and run npm run audit -- --against with that file.`,
    JSON.stringify(head),
  );
}
