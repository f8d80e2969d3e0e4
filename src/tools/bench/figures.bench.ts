import { sql } from 'kysely';
import { type ApplicationState, codeOf } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { conformance } from '#server/insight/conformance.ts';
import { figures } from '#server/insight/figures.ts';
import { rebuildOutdatedProjections } from '#server/insight/rebuild-projection.ts';
import type { Services } from '#server/platform/store/services.ts';
import { rounds, timed, withServices } from './bench.ts';

// The figures over the application's chart, of a hundred thousand applications with half a million
// steps, on the embedded database or on the empty one that DATABASE_URL names.

const APPLICATIONS = 100_000;
const ROUNDS = 5;
const BEGIN = Date.parse('2024-01-01T00:00:00Z');

interface Step {
  state: ApplicationState;
  event: ApplicationEvent['type'] | 'application.file';
  role: string;
  facts?: object;
}

const steps = {
  submitted: {
    state: 'qualification.submitted',
    event: 'application.file',
    role: 'requester',
  },
  underReview: {
    state: 'qualification.underReview',
    event: 'review.start',
    role: 'reviewer',
  },
  asked: {
    state: 'qualification.informationRequired',
    event: 'information.request',
    role: 'reviewer',
    facts: { answerDueAt: 2 * BEGIN },
  },
  awaited: {
    state: 'dataRequest.awaited',
    event: 'qualification.pass',
    role: 'reviewer',
    facts: { answerDueAt: 2 * BEGIN },
  },
  requested: {
    state: 'dataRequest.underReview',
    event: 'data.request',
    role: 'requester',
  },
  askedData: {
    state: 'dataRequest.informationRequired',
    event: 'information.request',
    role: 'reviewer',
    facts: { answerDueAt: 2 * BEGIN },
  },
  approved: { state: 'approved', event: 'data.approve', role: 'reviewer' },
  refused: {
    state: 'terminated.byHolder',
    event: 'application.refuse',
    role: 'reviewer',
    facts: { ground: 'userNotIdentified' },
  },
} as const satisfies Record<string, Step>;

console.log(`Figures over ${APPLICATIONS} applications, median of ${ROUNDS}`);

const first = { page: 1, pageSize: 20 };
const approved = { kind: 'personal', outcome: 'approved' } as const;
const quarter = { from: '2024-04-01', to: '2024-06-30' };
const questions: Record<string, (services: Services) => Promise<unknown>> = {
  'all applications': (services) => figures(services, {}),
  'of a kind, a quarter and an outcome': (services) =>
    figures(services, { ...approved, ...quarter }),
  'of a kind and an outcome': (services) => figures(services, approved),
  conformance: (services) => conformance(services, first, { withCases: true }),
  'conformance of a kind and an outcome': (services) =>
    conformance(services, { ...first, ...approved }, { withCases: true }),
};

await withServices(async (services) => {
  await fill(services);
  await settle(services);
  await rebuild(services);
  for (const [name, question] of Object.entries(questions)) {
    const { median } = await rounds(ROUNDS, () => timed(() => question(services)));
    console.log(`${name.padEnd(40)}${median.toFixed(0).padStart(6)} ms`);
  }
});

/** Traces of three to eleven states, written by the database itself. */
async function fill({ store: { db } }: Services): Promise<void> {
  await sql`insert into account (id, email, is_reviewer, language, created_at)
    values ('someone', 'someone@example.eu', 0, 'en', 0)`.execute(db);
  const traces = [
    ['submitted', 'underReview', 'awaited', 'requested', 'approved'],
    ['submitted', 'underReview', 'asked', 'underReview', 'awaited', 'requested', 'approved'],
    [
      'submitted',
      'underReview',
      'awaited',
      'requested',
      'askedData',
      'requested',
      'askedData',
    ].concat(['requested', 'approved']),
    ['submitted', 'underReview', 'refused'],
    ['submitted', 'underReview', 'awaited'],
  ];
  for (const [place, trace] of traces.entries()) {
    const last = steps[trace.at(-1) as keyof typeof steps];
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${
      APPLICATIONS / traces.length
    })`;
    const number = sql`'VD-' || ${sql.lit(place)} || '-' || i`;
    const filed = sql`(${sql.lit(BEGIN)} + cast(i as bigint) * 3000000)`;
    await sql`insert into application (number, kind, requester_id, state, code, revision,
        submission_id, purpose, form_json, created_at, updated_at, due_at, reminded_revision)
      ${numbers} select ${number}, case when i % 10 = 0 then 'public' else 'personal' end, 'someone',
        ${last.state}, ${sql.lit(codeOf(last.state))}, ${sql.lit(trace.length - 1)}, ${number},
        'ownInformation', '{}', ${filed}, ${filed}, ${filed}, -1 from n`.execute(db);
    for (const [revision, step] of trace.entries()) {
      const { state, event, role, facts }: Step = steps[step as keyof typeof steps];
      const before = trace[revision - 1] as keyof typeof steps | undefined;
      await sql`insert into history_entry (application_number, revision, at, actor_id, role, event,
          from_state, to_state, facts_json, hash)
        ${numbers} select ${number}, ${sql.lit(revision)},
          ${filed} + ${sql.lit(revision)} * (3600000 + cast(i % 997 as bigint) * 40000), ${role === 'requester' ? 'someone' : role},
          ${role}, ${event}, ${sql.lit(before ? steps[before].state : null)}, ${state},
          ${facts ? JSON.stringify(facts) : null}, '' from n`.execute(db);
    }
  }
}

/** Gathers the statistics that PostgreSQL gathers by itself, an embedded database on request. */
async function settle({ store }: Services): Promise<void> {
  await (store.kind === 'postgres' ? sql`vacuum analyze` : sql`analyze`).execute(store.db);
}

/**
 * Measures a full rebuild, as after a change of the machine, and how long other calls wait for it.
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
    `every case replayed                     ${seconds.toFixed(1).padStart(6)} s, a call waits ${longest.toFixed(0)} ms at most`,
  );
}
