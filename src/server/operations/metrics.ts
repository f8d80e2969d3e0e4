import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, Registry } from '@prometheus-io/client';
import { decisionCalls } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';
import { headCopies } from '#server/platform/audit/heads.ts';
import type { Services } from '#server/platform/database/services.ts';
import { release } from '#server/platform/http/log.ts';
import { failingSince, queueByKind } from '#server/platform/jobs/job-overview.ts';
import { lastVerification, spaceOf } from './operator-alerts.ts';
import { checkNames, type Health } from './readiness.ts';

/** File in `DATA_DIR` that the backup tool writes; operators touch it after a backup of their own. */
export const BACKUP_MARK = 'last-backup';

type SetValue = (labels: Record<string, string>, value: number) => void;

const gaugesOf =
  (registry: Registry) =>
  (
    name: string,
    help: string,
    labelNames: string[],
    read: (set: SetValue) => void | Promise<void>,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        this.reset();
        await read((labels, value) => this.set(labels, value));
      },
    });

/** Metrics of this process and its machine, also while the database is unavailable. */
export function processMetrics(
  { store, config, clock }: Services,
  health: () => Promise<Health>,
): Registry {
  const registry = new Registry();
  const gauge = gaugesOf(registry);
  // Registered first: the queries of the other metrics use connections and would change this value.
  gauge(
    'portal_database_connections',
    'Database connections of this process: busy, idle, and requests waiting for one.',
    ['state'],
    (set) => {
      for (const [state, count] of Object.entries(store.connections())) set({ state }, count);
    },
  );
  gauge(
    'portal_check',
    'Checks of /readyz: 0 passed, 1 warning, 2 not ready.',
    ['check'],
    async (set) => {
      const { reasons, warnings } = await health();
      for (const check of checkNames)
        set({ check }, check in reasons ? 2 : check in warnings ? 1 : 0);
    },
  );
  gauge(
    'portal_clock_offset_seconds',
    "Clock of this machine, ahead of the database's.",
    [],
    (set) => set({}, (clock?.msAhead ?? 0) / 1000),
  );
  gauge('portal_free_bytes', 'Free space of DATA_DIR.', [], async (set) =>
    set({}, (await spaceOf(config.DATA_DIR).catch(() => null))?.free ?? 0),
  );
  gauge(
    'portal_last_backup_timestamp_seconds',
    `Time of the last backup: modification time of ${BACKUP_MARK} in DATA_DIR; 0 without one.`,
    [],
    async (set) => {
      const facts = await stat(join(config.DATA_DIR, BACKUP_MARK)).catch(() => null);
      set({}, (facts?.mtimeMs ?? 0) / 1000);
    },
  );
  gauge('portal_build_info', 'Release and version of Node.', ['release', 'node'], (set) =>
    set({ release, node: process.version }, 1),
  );
  return registry;
}

export function storeMetrics(services: Services): Registry {
  const { store, now } = services;
  const registry = new Registry();
  const gauge = gaugesOf(registry);
  gauge(
    'portal_jobs',
    'Jobs by kind: due, in progress (working), scheduled for later, or no longer retried (dead).',
    ['kind', 'state'],
    async (set) => {
      for (const { kind, due, working, later, dead } of await queueByKind(store, now()))
        for (const [state, count] of Object.entries({ due, working, later, dead }))
          set({ kind, state }, count);
    },
  );
  gauge(
    'portal_job_age_seconds',
    'Time since the oldest due job became due, by kind.',
    ['kind'],
    async (set) => {
      for (const { kind, dueSince } of await queueByKind(store, now()))
        set({ kind }, dueSince === null ? 0 : (now() - dueSince) / 1000);
    },
  );
  gauge(
    'portal_job_failing_seconds',
    'Time since the longest failing job first failed, by kind. Excludes dead jobs.',
    ['kind'],
    async (set) => {
      for (const { kind } of await queueByKind(store, now())) set({ kind }, 0);
      for (const { kind, since } of await failingSince(store))
        set({ kind }, (now() - since) / 1000);
    },
  );
  gauge(
    'portal_audit_verified_timestamp_seconds',
    'Time of the last daily verification of the audit chain.',
    [],
    async (set) => set({}, ((await lastVerification(store.db))?.verified_at ?? 0) / 1000),
  );
  gauge(
    'portal_audit_broken_places',
    'Number of places where the last verification found the audit chain broken.',
    [],
    async (set) => set({}, (await lastVerification(store.db))?.broken ?? 0),
  );
  gauge(
    'portal_audit_head_seq',
    'Number of the last head of the audit chain that was copied, by destination.',
    ['target'],
    async (set) => {
      for (const { target, seq } of await headCopies(services)) set({ target }, seq);
    },
  );
  return registry;
}

export const journeysByPath: Readonly<Record<string, string>> = {
  [endpoints.personQualificationReview.path]: 'filing',
  [endpoints.publicApplication.path]: 'filing',
  [endpoints.personDataApplication.path]: 'data_request',
  ...Object.fromEntries(Object.values(decisionCalls).map(({ path }) => [path, 'decision'])),
};
