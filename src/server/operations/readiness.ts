import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { probeStorage } from '#server/applications/reports/installation.ts';
import { headCopyProblem } from '#server/platform/audit/heads.ts';
import { requireKeysInUse } from '#server/platform/audit/keys-in-use.ts';
import { differenceText, differentSettings } from '#server/platform/config/shared-settings.ts';
import { pendingMigrations } from '#server/platform/database/migrations.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import {
  isStorageFull,
  PlainError,
  StoreUnavailable,
} from '#server/platform/database/store-error.ts';
import { messageOf } from '#server/platform/http/log.ts';
import { queueByKind } from '#server/platform/jobs/job-overview.ts';
import { mailHeldSince } from '#server/platform/mail/mail-hold.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';
import { pingClamd } from '#server/platform/storage/scanner.ts';
import { diskProblem } from './operator-alerts.ts';

const CHECK_TIMEOUT_MS = 5000;
/**
 * Times for which a result is cached, in ms. The longer one is for the mail server, the settings,
 * the scanner and the audit heads.
 */
const CACHED = 1000;
const LONG_CACHED = 15_000;
/** A kind of job is stalled if none is in progress and one is due for this long, in ms. */
const STALLED = 120_000;

const warningChecks = ['settings', 'scanner', 'auditHeads', 'disk', 'mailHold'] as const;
export const checkNames = [
  'database',
  'migrations',
  'keys',
  'storage',
  'jobs',
  'mail',
  'clock',
  ...warningChecks,
] as const;
type CheckName = (typeof checkNames)[number];

/** Returns a warning or null; throws if the process is not ready. */
type Check = () => Promise<string | null>;

export interface Health {
  reasons: Partial<Record<CheckName, string>>;
  warnings: Partial<Record<CheckName, string>>;
}

export function healthOf(
  services: Services,
  log: { warn(text: string): void; info(text: string): void },
): (excluded?: readonly string[]) => Promise<Health> {
  const checks = checksOf(services);
  const logged = new Map<CheckName, string>();
  const record = (name: CheckName, kind: string, reason: string | null) => {
    const text = reason === null ? '' : `${kind}: ${name}: ${reason}`;
    const before = logged.get(name) ?? '';
    // Ignores changed numbers, such as elapsed seconds, which would be logged at each check.
    if (text.replaceAll(/\d+/g, '') === before.replaceAll(/\d+/g, '')) return;
    logged.set(name, text);
    if (text) log.warn(text);
    else log.info(`Resolved: ${name}`);
  };
  return async (excluded = []) => {
    const health: Health = { reasons: {}, warnings: {} };
    const wanted = checkNames.filter((name) => !excluded.includes(name));
    const run = async (name: CheckName) => {
      try {
        const warning = await checks[name]();
        record(name, 'Warning', warning);
        if (warning !== null) health.warnings[name] = warning;
      } catch (error) {
        const reason = messageOf(error);
        if (warningChecks.some((check) => check === name)) {
          // The check `database` already reports this error.
          if (error instanceof StoreUnavailable) return;
          record(name, 'Warning', reason);
          health.warnings[name] = reason;
          return;
        }
        record(name, 'Not ready', reason);
        health.reasons[name] = reason;
      }
    };
    await Promise.all(wanted.map(run));
    return health;
  };
}

function checksOf(services: Services): Record<CheckName, Check> {
  const { store, config, now, clock } = services;
  return {
    database: cached(CACHED, () => sql`select 1`.execute(store.db)),
    migrations: cached(CACHED, async () => {
      const pending = await pendingMigrations(store.db);
      if (pending.length > 0) throw new PlainError(`not applied: ${pending.join(', ')}`);
    }),
    keys: cached(CACHED, () => requireKeysInUse(store.db, config)),
    storage: cached(CACHED, () =>
      probeStorage(config).catch((error) => {
        // Reads still succeed; no other process on this storage could write either.
        if (isStorageFull(error)) return messageOf(error);
        throw error;
      }),
    ),
    jobs: cached(CACHED, async () => {
      const queue = await queueByKind(store, now());
      const stalled = queue.filter(
        ({ kind, dueSince, working }) =>
          working === 0 &&
          dueSince !== null &&
          dueSince < now() - STALLED &&
          // Without a scanner, scan jobs wait, and the check `scanner` warns.
          (kind !== 'scan' || config.CLAMD_URL !== undefined),
      );
      if (stalled.length > 0)
        throw new PlainError(`no process works on: ${stalled.map(({ kind }) => kind).join(', ')}`);
    }),
    mail: cached(LONG_CACHED, () => checkMailServer(config)),
    clock: cached(CACHED, async () => {
      const difference = (await clock?.measure()) ?? null;
      if (clock?.isOff) throw new PlainError(`${difference}`);
      return difference;
    }),
    settings: cached(LONG_CACHED, async () => {
      const different = await differentSettings(store.db, config);
      return different.length === 0 ? null : different.map(differenceText).join('; ');
    }),
    scanner: cached(LONG_CACHED, async () => {
      if (config.CLAMD_URL) return pingClamd(config.CLAMD_URL);
      const waiting = await findRow(store.db, 'stored_file', { scan: 'waiting' });
      return waiting && 'files wait in quarantine, and CLAMD_URL is not set';
    }),
    auditHeads: cached(LONG_CACHED, () => headCopyProblem(services)),
    disk: cached(CACHED, () => diskProblem(config.DATA_DIR)),
    mailHold: cached(CACHED, async () => {
      const since = await mailHeldSince(store.db);
      if (since === null) return null;
      const at = new Date(since).toISOString();
      return `mail is held since ${at}, because the installation was restored: portal restore --release-mail sends it`;
    }),
  };
}

function cached(durationMs: number, check: () => Promise<unknown>): Check {
  let result: Promise<string | null> | null = null;
  let until = 0;
  const run = async () => {
    const warning = await check();
    return typeof warning === 'string' ? warning : null;
  };
  return () => {
    if (result === null || performance.now() >= until) {
      result = withTimeout(run());
      result.catch(() => {});
      until = performance.now() + durationMs;
    }
    return result;
  };
}

export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, timedOut()]);
}

async function timedOut(): Promise<never> {
  await setTimeout(CHECK_TIMEOUT_MS, undefined, { ref: false });
  throw new PlainError(`no answer within ${CHECK_TIMEOUT_MS} ms`);
}
