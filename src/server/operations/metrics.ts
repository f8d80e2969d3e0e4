import { Gauge, Registry } from '@prometheus-io/client';
import { decisionCalls } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Services } from '#server/platform/database/services.ts';
import { queueByKind } from '#server/platform/jobs/job-overview.ts';

/**
 * Metrics that are read at each scrape: the shared job queue, and the connections of this process.
 */
export function storeMetrics({ store, now }: Services): Registry {
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
  return registry;
}

export const journeysByPath: Readonly<Record<string, string>> = {
  [endpoints.personQualificationReview.path]: 'filing',
  [endpoints.publicApplication.path]: 'filing',
  [endpoints.personDataApplication.path]: 'data_request',
  ...Object.fromEntries(Object.values(decisionCalls).map(({ path }) => [path, 'decision'])),
};
