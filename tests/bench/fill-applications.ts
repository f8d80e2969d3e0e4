import { sql } from 'kysely';
import { type ApplicationState, codeOf } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { Services } from '#server/platform/database/services.ts';

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
  supplied: {
    state: 'qualification.underReview',
    event: 'information.supply',
    role: 'requester',
  },
  suppliedData: {
    state: 'dataRequest.underReview',
    event: 'information.supply',
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

/**
 * Fills the database by SQL with applications of three to nine states each. One in a hundred is of
 * a public-sector body with a history that the machine does not allow.
 */
export async function fillApplications(
  { store: { db } }: Services,
  applications: number,
): Promise<void> {
  await sql`insert into account (id, email, is_reviewer, language, created_at)
    values ('someone', 'someone@example.eu', 0, 'en', 0)`.execute(db);
  const traces = [
    ['submitted', 'underReview', 'awaited', 'requested', 'approved'],
    ['submitted', 'underReview', 'asked', 'supplied', 'awaited', 'requested', 'approved'],
    [
      'submitted',
      'underReview',
      'awaited',
      'requested',
      'askedData',
      'suppliedData',
      'askedData',
    ].concat(['suppliedData', 'approved']),
    ['submitted', 'underReview', 'refused'],
    ['submitted', 'underReview', 'awaited'],
  ];
  for (const [place, trace] of traces.entries()) {
    const last = steps[trace.at(-1) as keyof typeof steps];
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${
      applications / traces.length
    })`;
    const number = sql`'VD-' || ${sql.lit(place)} || '-' || i`;
    const filed = sql`(${sql.lit(BEGIN)} + cast(i as bigint) * 3000000)`;
    await sql`insert into application (number, kind, requester_id, state, code, revision,
        submission_id, purpose, form_json, created_at, updated_at, due_at, reminded_revision)
      ${numbers} select ${number}, case when i % 100 = 0 then 'public' else 'personal' end, 'someone',
        ${last.state}, ${sql.lit(codeOf(last.state))}, ${sql.lit(trace.length - 1)}, ${number},
        'ownInformation', '{}', ${filed}, ${filed}, ${filed}, -1 from n`.execute(db);
    for (const [revision, step] of trace.entries()) {
      const { state, event, role, facts }: Step = steps[step as keyof typeof steps];
      const before = trace[revision - 1] as keyof typeof steps | undefined;
      await sql`insert into history_entry (application_number, revision, at, actor_id, role, event,
          from_state, to_state, facts_json)
        ${numbers} select ${number}, ${sql.lit(revision)},
          ${filed} + ${sql.lit(revision)} * (3600000 + cast(i % 997 as bigint) * 40000), ${role === 'requester' ? 'someone' : role},
          ${role}, ${event}, ${sql.lit(before ? steps[before].state : null)}, ${state},
          ${facts ? JSON.stringify(facts) : null} from n`.execute(db);
    }
  }
}
