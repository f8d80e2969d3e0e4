import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { probeStorage } from '#server/applications/reports/installation.ts';
import { requireKeysInUse } from '#server/platform/audit/keys-in-use.ts';
import { pendingMigrations } from '#server/platform/database/migrations.ts';
import type { Services } from '#server/platform/database/services.ts';
import { queueByKind } from '#server/platform/jobs/waiting-jobs.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';

/** Longest wait for one check, in ms. */
const PATIENCE = 5000;
/** How long an outcome holds, in ms: probes of many do not add up. */
const KEPT = 1000;
/** The same of the mail server, which is asked over a connection of its own. */
const MAIL_KEPT = 15_000;
/** A job that is due so long, in ms, while nobody does one of its kind, is neglected. */
const NEGLECTED = 120_000;

/** What has to work for the portal to serve. */
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

/** Answers which of the checks fail at present, in their order. */
export type Readiness = (wanted: readonly ReadinessCheck[]) => Promise<ReadinessCheck[]>;

/** Checks what the portal depends on; an outcome holds for a moment. */
export function readinessOf(services: Services): Readiness {
  const { store, config, now } = services;
  const checks: Record<ReadinessCheck, Check> = {
    database: kept(KEPT, () => sql`select 1`.execute(store.db)),
    migrations: kept(KEPT, async () => {
      const pending = await pendingMigrations(store.db);
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`);
    }),
    keys: kept(KEPT, () => requireKeysInUse(store.db, config)),
    storage: kept(KEPT, () => probeStorage(config)),
    jobs: kept(KEPT, async () => {
      const queue = await queueByKind(store, now());
      const neglected = queue.filter(
        ({ dueSince, working }) =>
          working === 0 && dueSince !== null && dueSince < now() - NEGLECTED,
      );
      if (neglected.length > 0) throw new Error(neglected.map(({ kind }) => kind).join(', '));
    }),
    mail: kept(MAIL_KEPT, () => checkMailServer(config)),
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

/** Runs a check at most once in a while, and not for longer than anybody waits. */
function kept(duration: number, check: Check): Check {
  let outcome: Promise<unknown> | null = null;
  let until = 0;
  return () => {
    if (outcome === null || performance.now() >= until) {
      outcome = Promise.race([check(), tooLong()]);
      // Whoever asked hears of it.
      outcome.catch(() => {});
      until = performance.now() + duration;
    }
    return outcome;
  };
}

async function tooLong(): Promise<never> {
  await setTimeout(PATIENCE, undefined, { ref: false });
  throw new Error(`no answer within ${PATIENCE} ms`);
}
