import { sql } from 'kysely';
import { conformance } from '#server/figures/conformance.ts';
import { figures } from '#server/figures/figures.ts';
import { rebuildOutdatedProjections } from '#server/figures/projection.ts';
import { timeline } from '#server/figures/timeline.ts';
import type { Services } from '#server/platform/database/services.ts';
import { fillApplications } from './fill-applications.ts';
import { applicationsAsked, rounds, timed, withServices } from './measure.ts';

// Figures of the application's chart over 100,000 applications (or `--applications`) with half a
// million steps, on the embedded database or the empty one of `DATABASE_URL`.

const APPLICATIONS = applicationsAsked();
const ROUNDS = 5;

console.log(`Figures over ${APPLICATIONS} applications, median of ${ROUNDS}`);

const first = { page: 1, pageSize: 20 };
const approved = { kind: 'personal', outcome: 'approved' } as const;
const quarter = { from: '2024-04-01', to: '2024-06-30' };
const questions: Record<string, (services: Services) => Promise<unknown>> = {
  'all applications': (services) => figures(services, {}),
  'of a kind, a quarter and an outcome': (services) =>
    figures(services, { ...approved, ...quarter }),
  'of a kind and an outcome': (services) => figures(services, approved),
  'over time': (services) => timeline(services, {}, { withNumbers: true }),
  'over time, of a kind and an outcome': (services) =>
    timeline(services, approved, { withNumbers: true }),
  conformance: (services) => conformance(services, first, { withCases: true }),
  'conformance of a kind and an outcome': (services) =>
    conformance(services, { ...first, ...approved }, { withCases: true }),
};

await withServices(async (services) => {
  await fillApplications(services, APPLICATIONS);
  await settle(services);
  await rebuild(services);
  for (const [name, question] of Object.entries(questions)) {
    const { median } = await rounds(ROUNDS, () => timed(() => question(services)));
    console.log(`${name.padEnd(40)}${median.toFixed(0).padStart(6)} ms`);
  }
});

/** PostgreSQL collects statistics automatically, the embedded database on request. */
async function settle({ store }: Services): Promise<void> {
  await (store.kind === 'postgres' ? sql`vacuum analyze` : sql`analyze`).execute(store.db);
}

/**
 * Measures a full rebuild, as after a change of the machine, and how long it blocks other calls.
 */
async function rebuild(services: Services): Promise<void> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const seconds = (await timed(() => rebuildOutdatedProjections(services))) / 1000;
  clearInterval(timer);
  await settle(services);
  console.log(
    `replay of every case                    ${seconds.toFixed(1).padStart(6)} s, maximum wait of a call ${longest.toFixed(0)} ms`,
  );
}
