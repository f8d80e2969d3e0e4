import { Gauge, Registry } from '@prometheus-io/client';
import type { Services } from '#server/platform/database/services.ts';
import { queueByKind } from '#server/platform/jobs/waiting-jobs.ts';

/** Figures read at each scrape: the queue, which all processes share, and this one's connections. */
export function storeMetrics({ store, now }: Services): Registry {
  const registry = new Registry();
  const registers = [registry];
  // First, because the queries of the others are work too.
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of this process to the database: busy, idle, and work that waits for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(store.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'portal_jobs',
    help: 'Jobs by kind: due, at work, later, dead.',
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
    help: 'Time since which the job that is due longest has been due, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, dueSince } of await queueByKind(store, now()))
        this.set({ kind }, dueSince === null ? 0 : (now() - dueSince) / 1000);
    },
  });
  return registry;
}
