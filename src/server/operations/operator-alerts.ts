import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { countDamaged } from '#server/applications/files/stored-contents.ts';
import { verifyAll } from '#server/desk/audit/verify.ts';
import { headCopyProblem } from '#server/platform/audit/heads.ts';
import { findRow, insertMissing, requireRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { failingSince, queueByKind } from '#server/platform/jobs/job-overview.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { pingClamd } from '#server/platform/storage/scanner.ts';

/**
 * Mails all current alerts to `OPERATOR_MAILBOX`: after a change, but at most once an hour; once a
 * day while alerts last; and when the last one is resolved. Only one process sends the mail.
 */
export async function sendOperatorAlerts(
  services: Services,
  alertsOf: typeof operatorAlerts = operatorAlerts,
): Promise<void> {
  const { store, config, now, clock } = services;
  if (clock?.isOff) return;
  const chains = await verifyDaily(services);
  if (!config.OPERATOR_MAILBOX) return;
  const body = (await alertsOf(services, chains)).map((line) => `- ${line}\n`).join('');
  await store.transact(async (trx) => {
    const last = await lockOperatorRow({ services, trx });
    const since = now() - last.mailed_at;
    const isDue = body === last.body ? body !== '' && since >= DAY : since >= HOUR;
    if (!isDue) return;
    await setOperatorRow(trx, { body, mailed_at: now() });
    await postMail(trx, {
      ...mailOf(body, config.PUBLIC_URL ?? ''),
      recipient: config.OPERATOR_MAILBOX as string,
      language: 'en',
      at: now(),
      topic: 'operator',
    });
  });
}

function mailOf(body: string, url: string) {
  if (body === '')
    return {
      subject: 'Portal: all alerts are resolved',
      body: `The problems named in the last e-mail are resolved.\n\n${url}\n`,
    };
  const count = body.split('\n').length - 1;
  return {
    subject: `Portal: ${count} ${count === 1 ? 'alert' : 'alerts'}`,
    body: `${body}\nsrc/docs/operate.md explains each alert and what to do. Failed jobs are listed at\n${url}/desk/operation\n\nYou receive this e-mail after a change, at most once an hour, and once a day while alerts last.\n`,
  };
}

const MIN_FREE_SHARE = 0.05;
const MIN_FREE_BYTES = 1024 ** 3;

interface Space {
  free: number;
  size: number;
}

export function isScarce({ free, size }: Space): boolean {
  return free < Math.min(MIN_FREE_BYTES, size / 2) || free < size * MIN_FREE_SHARE;
}

export async function operatorAlerts(
  services: Services,
  { broken, isUnfinished }: Awaited<ReturnType<typeof verifyDaily>>,
  space: (folder: string) => Promise<Space> = spaceOf,
): Promise<string[]> {
  const { store, config, now } = services;
  const dead = (await queueByKind(store, now())).filter((queue) => queue.dead > 0);
  const damaged = await countDamaged(store);
  const failing = (await failingSince(store)).filter(({ since }) => since <= now() - HOUR);
  const disk = await diskProblem(config.DATA_DIR, space);
  const isScannerDown = config.CLAMD_URL && (await fails(pingClamd(config.CLAMD_URL)));
  const alerts = [
    ...dead.map(
      ({ kind, dead }) => `Failed jobs: ${dead} of kind «${kind}», which are no longer retried.`,
    ),
    ...failing.map(({ kind }) => `Jobs of kind «${kind}» have been failing for more than an hour.`),
    damaged > 0 && `Damaged or missing files: ${damaged}. portal verify lists them.`,
    broken > 0 && `The audit chains are broken in ${broken} places. portal audit lists them.`,
    isUnfinished && 'The verification of the audit chains does not complete. See the log.',
    disk,
    isScannerDown === true &&
      'The malware scanner of CLAMD_URL does not respond, so new files wait in quarantine.',
    (await fails(headCopyProblem(services))) &&
      'The heads of the audit chain cannot be copied. See the log.',
  ];
  return alerts.filter((alert) => typeof alert === 'string');
}

const fails = (check: Promise<unknown>) =>
  check.then(
    (problem) => Boolean(problem),
    () => true,
  );

export async function diskProblem(folder: string, space = spaceOf): Promise<string | null> {
  try {
    return isScarce(await space(folder)) ? `The disk of ${folder} is nearly full.` : null;
  } catch {
    return `The folder ${folder} cannot be reached.`;
  }
}

export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

const MAX_FAILED_VERIFICATIONS = 3;

/** Time (ms since the epoch) of the last verification of the chain, and number of broken places. */
export const lastVerification = (db: Kysely<Schema>) => findRow(db, 'operator_mail', { id: ID });

/** Verifies the chain once a day in one process. Retries an hour later if it did not complete. */
export async function verifyDaily(services: Services, verify: typeof verifyAll = verifyAll) {
  const { db } = services.store;
  const startedAt = await claimVerification(services);
  if (startedAt !== null) {
    const { broken } = await verify(services);
    await setOperatorRow(db, { verified_at: startedAt, verify_tries: 0, broken: broken.length });
  }
  const { broken, verify_tries } = await requireRow(db, 'operator_mail', { id: ID });
  return { broken, isUnfinished: verify_tries > MAX_FAILED_VERIFICATIONS };
}

function claimVerification(services: Services): Promise<number | null> {
  const { store, now } = services;
  return store.transact(async (trx) => {
    const { verified_at, verify_seen_at, verify_tries } = await lockOperatorRow({ services, trx });
    const at = now();
    const retryAt = verify_tries === 0 ? 0 : verify_seen_at + HOUR;
    if (at < verified_at + DAY || at < retryAt) return null;
    await setOperatorRow(trx, { verify_seen_at: at, verify_tries: verify_tries + 1 });
    return at;
  });
}

const ID = 'last';

async function lockOperatorRow({ services: { store }, trx }: Scope) {
  await insertMissing(trx, 'operator_mail', {
    id: ID,
    body: '',
    mailed_at: 0,
    verified_at: 0,
    broken: 0,
    verify_seen_at: 0,
    verify_tries: 0,
  });
  const select = trx.selectFrom('operator_mail').selectAll().where('id', '=', ID);
  return store.forUpdate(select).executeTakeFirstOrThrow();
}

async function setOperatorRow(
  db: Kysely<Schema>,
  columns: Partial<Schema['operator_mail']>,
): Promise<void> {
  await updateRows(db, 'operator_mail', { id: ID }, columns);
}
