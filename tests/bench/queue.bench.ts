import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { build } from '#server/build.ts';
import type { Services } from '#server/platform/database/services.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { insertApplications } from './many-applications.ts';
import { rounds, timed, withServices } from './measure.ts';

// The desk's queue with 100,000 applications (or `--applications`), as complete calls to the
// server. On PostgreSQL if `DATABASE_URL` names an empty database. Exit status 1 when a call takes
// longer than the goal.

printHelpIfAsked('Run it with: npm run bench -- queue [--applications N]\n');
const options = { applications: { type: 'string', default: '100000' } } as const;
const APPLICATIONS = Number(parsedOrExit({ options }).values.applications);
const ROUNDS = 15;
const GOAL = 100;

type Filter = InputOf<typeof endpoints.deskQueue>;

const filters: Record<string, Filter> = {
  'holder’s turn, first page': { turn: 'holder' },
  'everything, page 4000': { page: 4000 },
  overdue: { overdue: true },
  'by number': { turn: 'holder', sort: 'number' },
  'by requester, everything': { sort: 'requester' },
  'by requester, page 4000': { sort: 'requester', page: 4000 },
  'by status, backwards': { sort: 'status', descending: true },
  'by day of filing': { turn: 'holder', sort: 'filed' },
  'by assignee': { turn: 'holder', sort: 'assignee' },
  'by assignee, everything': { sort: 'assignee' },
  'public, assigned to nobody': { kind: 'public', assigned: 'nobody' },
  mine: { assigned: 'me' },
  'approved, newest first': { states: ['approved'] },
  'search: a number': { search: '4K7Q54321' },
  'search: a surname': { search: 'Nowak77' },
  'search: end of a VIN': { search: '054321' },
  'search: first name and surname': { search: 'anna nowak123' },
  'search: an unknown name': { search: 'zzzz' },
  'search: a word of every application': { search: 'example' },
  'search: a word of every application, holder’s turn': { search: 'example', turn: 'holder' },
  'search: a word of every application, ended': { search: 'example', turn: 'nobody' },
};

await withServices(async (services) => {
  const { store } = services;
  const app = await build(services);
  const token = await fill(services);
  // As the server does after a start and every few minutes.
  await sql`analyze`.execute(store.db);
  console.log(
    `Desk queue, ${APPLICATIONS} applications, ${store.kind}: median and maximum of ${ROUNDS}`,
  );
  const headers = { [LOGIN_HEADER]: token };
  const measure = async (name: string, request: InjectOptions) => {
    let total = '';
    const { median, worst } = await rounds(ROUNDS, () =>
      timed(async () => {
        total = (await app.inject({ headers, ...request })).json().data.total ?? '';
      }),
    );
    const isOver = median > GOAL;
    if (isOver) process.exitCode = 1;
    console.log(
      `${name.padEnd(32)}${median.toFixed(1).padStart(8)} ms${worst.toFixed(1).padStart(8)} ms  ${total}${isOver ? `  over the goal of ${GOAL} ms` : ''}`,
    );
  };
  for (const [name, payload] of Object.entries(filters))
    await measure(name, { method: 'POST', url: endpoints.deskQueue.path, payload });
  await measure('counts of the views', { url: endpoints.deskViewCounts.path });
  for (const format of ['csv', 'xlsx']) {
    const delay = monitorEventLoopDelay({ resolution: 2 });
    delay.enable();
    const { path: url } = endpoints.deskQueueExport;
    let bytes = 0;
    const taken = await timed(async () => {
      const answer = await app.inject({ method: 'POST', url, headers, payload: { format } });
      bytes = answer.rawPayload.length;
    });
    delay.disable();
    console.log(
      `${`export as ${format}`.padEnd(32)}${taken.toFixed(0).padStart(8)} ms  ${bytes} bytes, maximum event loop delay ${(delay.max / 1e6).toFixed(0)} ms`,
    );
  }
  await app.close();
});

/** Fills the tables and returns a reviewer's login token. */
async function fill(services: Services): Promise<string> {
  const { store, config } = services;
  const [reviewer] = (await insertApplications(store, APPLICATIONS, Date.now())) as [string];
  await store.db
    .updateTable('account')
    .set({ is_reviewer: 1 })
    .where('id', '=', reviewer)
    .execute();
  return store.transact((trx) => openSession(trx, reviewer, { config, at: Date.now() }));
}
