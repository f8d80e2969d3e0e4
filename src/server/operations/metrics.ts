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

/** Metrics of this process and its machine, also while the database is unavailable. */
export function processMetrics(
  { store, config, clock }: Services,
  health: () => Promise<Health>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  // Registered first: the queries of the other metrics use connections and would change this value.
  new Gauge({
    name: 'portal_database_connections',
    help: 'Database connections of this process: busy, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(store.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'portal_check',
    help: 'Checks of /readyz: 0 passed, 1 warning, 2 not ready.',
    labelNames: ['check'],
    registers,
    async collect() {
      const { reasons, warnings } = await health();
      for (const check of checkNames)
        this.set({ check }, check in reasons ? 2 : check in warnings ? 1 : 0);
    },
  });
  new Gauge({
    name: 'portal_clock_offset_seconds',
    help: "Clock of this machine, ahead of the database's.",
    registers,
    collect() {
      this.set((clock?.offset ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'portal_free_bytes',
    help: 'Free space of DATA_DIR.',
    registers,
    async collect() {
      const space = await spaceOf(config.DATA_DIR).catch(() => null);
      this.set(space?.free ?? 0);
    },
  });
  new Gauge({
    name: 'portal_last_backup_timestamp_seconds',
    help: `Time of the last backup: modification time of ${BACKUP_MARK} in DATA_DIR; 0 without one.`,
    registers,
    async collect() {
      const facts = await stat(join(config.DATA_DIR, BACKUP_MARK)).catch(() => null);
      this.set((facts?.mtimeMs ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'portal_build_info',
    help: 'Release and version of Node.',
    labelNames: ['release', 'node'],
    registers,
  }).set({ release, node: process.version }, 1);
  return registry;
}

/** Metrics that are read from the database: the same in all processes. */
export function storeMetrics(services: Services): Registry {
  const { store, now } = services;
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'portal_jobs',
    help: 'Jobs by kind: due, working, later, dead.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, due, working, later, dead } of await queueByKind(store, now()))
        for (const [state, count] of Object.entries({ due, working, later, dead }))
          this.set({ kind, state }, count);
    },
  });
  new Gauge({
    name: 'portal_job_age_seconds',
    help: 'Time since the oldest due job became due, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, dueSince } of await queueByKind(store, now()))
        this.set({ kind }, dueSince === null ? 0 : (now() - dueSince) / 1000);
    },
  });
  new Gauge({
    name: 'portal_job_failing_seconds',
    help: 'Time since the oldest failing job first failed, by kind; not jobs that failed for good.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      for (const { kind } of await queueByKind(store, now())) this.set({ kind }, 0);
      for (const { kind, since } of await failingSince(store))
        this.set({ kind }, (now() - since) / 1000);
    },
  });
  new Gauge({
    name: 'portal_audit_verified_timestamp_seconds',
    help: 'Time of the last daily verification of the audit chain.',
    registers,
    async collect() {
      this.set(((await lastVerification(store.db))?.verified_at ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'portal_audit_broken_places',
    help: 'Places at which the last verification found the audit chain broken.',
    registers,
    async collect() {
      this.set((await lastVerification(store.db))?.broken ?? 0);
    },
  });
  new Gauge({
    name: 'portal_audit_head_seq',
    help: 'Number of the last head of the audit chain that was copied, by destination.',
    labelNames: ['target'],
    registers,
    async collect() {
      this.reset();
      for (const { target, seq } of await headCopies(services)) this.set({ target }, seq);
    },
  });
  return registry;
}

export const journeysByPath: Readonly<Record<string, string>> = {
  [endpoints.personQualificationReview.path]: 'filing',
  [endpoints.publicApplication.path]: 'filing',
  [endpoints.personDataApplication.path]: 'data_request',
  ...Object.fromEntries(Object.values(decisionCalls).map(({ path }) => [path, 'decision'])),
};
