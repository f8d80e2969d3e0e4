import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { probeStorage } from '#server/applications/reports/installation.ts';
import { requireKeysInUse } from '#server/platform/audit/keys-in-use.ts';
import { pendingMigrations } from '#server/platform/database/migrations.ts';
import type { Services } from '#server/platform/database/services.ts';
import { queueByKind } from '#server/platform/jobs/job-overview.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';

const CHECK_TIMEOUT_MS = 5000;
/**
 * Time for which a result is cached, in ms. Longer for the mail server, which needs a connection.
 */
const CACHED = 1000;
const MAIL_CACHED = 15_000;
/** Age of a due job, in ms, from which no worker seems to run for its kind. */
const STALLED = 120_000;

export const readinessChecks = [
  'database',
  'migrations',
  'keys',
  'storage',
  'jobs',
  'mail',
] as const;
export type ReadinessCheck = (typeof readinessChecks)[number];

type Check = () => Promise<unknown>;

export type Readiness = (wanted: readonly ReadinessCheck[]) => Promise<ReadinessCheck[]>;

export function readinessOf(services: Services): Readiness {
  const { store, config, now } = services;
  const checks: Record<ReadinessCheck, Check> = {
    database: cached(CACHED, () => sql`select 1`.execute(store.db)),
    migrations: cached(CACHED, async () => {
      const pending = await pendingMigrations(store.db);
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`);
    }),
    keys: cached(CACHED, () => requireKeysInUse(store.db, config)),
    storage: cached(CACHED, () => probeStorage(config)),
    jobs: cached(CACHED, async () => {
      const queue = await queueByKind(store, now());
      const stalled = queue.filter(
        ({ dueSince, working }) => working === 0 && dueSince !== null && dueSince < now() - STALLED,
      );
      if (stalled.length > 0) throw new Error(stalled.map(({ kind }) => kind).join(', '));
    }),
    mail: cached(MAIL_CACHED, () => checkMailServer(config)),
  };
  return async (wanted) => {
    const failing = await Promise.all(
      wanted.map((name) =>
        checks[name]().then(
          () => [],
          () => [name],
        ),
      ),
    );
    return failing.flat();
  };
}

/** Runs a check with a timeout and caches its result for `duration` ms. */
function cached(duration: number, check: Check): Check {
  let result: Promise<unknown> | null = null;
  let until = 0;
  return () => {
    if (result === null || performance.now() >= until) {
      result = Promise.race([check(), timedOut()]);
      result.catch(() => {});
      until = performance.now() + duration;
    }
    return result;
  };
}

async function timedOut(): Promise<never> {
  await setTimeout(CHECK_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
}
