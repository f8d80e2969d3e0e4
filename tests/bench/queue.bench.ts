import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import {
  applicationSnapshot,
  applicationStates,
  applicationStatus,
  statesWith,
} from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { build } from '#server/build.ts';
import type { Services } from '#server/platform/database/services.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { rounds, timed, withServices } from './measure.ts';

// The desk's queue with 100,000 applications (or `--applications`), as complete calls to the
// server. On PostgreSQL if `DATABASE_URL` names an empty database. Exit status 1 when a call takes
// longer than the goal.

printHelpIfAsked('Run it with: npm run bench -- queue [--applications N]\n');
const options = { applications: { type: 'string', default: '100000' } } as const;
const APPLICATIONS = Number(parsedOrExit({ options }).values.applications);
const BATCH = 500;
const ROUNDS = 15;
const GOAL = 100;
const DAY = 86_400_000;

const ended = statesWith('ended');
const open = applicationStates.filter((state) => !ended.includes(state));

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
  'public, taken by nobody': { kind: 'public', assigned: 'nobody' },
  mine: { assigned: 'me' },
  'approved, newest first': { states: ['approved'] },
  'search: a number': { search: '4K7Q54321' },
  'search: a surname': { search: 'Nowak77' },
  'search: end of a VIN': { search: '054321' },
  'search: first name and surname': { search: 'anna nowak123' },
  'search: nobody’s name': { search: 'zzzz' },
  'search: what all of them have': { search: 'example' },
  'the same, holder’s turn': { search: 'example', turn: 'holder' },
  'the same, ended': { search: 'example', turn: 'nobody' },
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
  for (const [name, payload] of Object.entries(filters)) {
    let total = 0;
    const call = async () => {
      const { path: url } = endpoints.deskQueue;
      const headers = { [LOGIN_HEADER]: token };
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      total = answer.json().data.total;
    };
    const { median, worst } = await rounds(ROUNDS, () => timed(call));
    const isOver = median > GOAL;
    if (isOver) process.exitCode = 1;
    console.log(
      `${name.padEnd(32)}${median.toFixed(1).padStart(8)} ms${worst.toFixed(1).padStart(8)} ms  of ${total}${isOver ? `  over the goal of ${GOAL} ms` : ''}`,
    );
  }
  for (const format of ['csv', 'xlsx']) {
    const delay = monitorEventLoopDelay({ resolution: 2 });
    delay.enable();
    const { path: url } = endpoints.deskQueueExport;
    const headers = { [LOGIN_HEADER]: token };
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
async function fill({ store, config }: Services): Promise<string> {
  const now = Date.now();
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) {
    const email = `bench-${index}@example.eu`;
    ids.push((await accountOf(store.db, { email, language: 'en', at: now })).id);
  }
  const [reviewer] = ids as [string];
  await store.db
    .updateTable('account')
    .set({ is_reviewer: 1 })
    .where('id', '=', reviewer)
    .execute();
  for (let from = 0; from < APPLICATIONS; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, index) => row(from + index, ids, now));
    await store.transact(async (trx) => {
      await trx
        .insertInto('application')
        .values(rows.map(({ application }) => application))
        .execute();
      await trx
        .insertInto('application_search')
        .values(rows.map(({ search }) => search))
        .execute();
    });
  }
  return store.transact((trx) => openSession(trx, reviewer, { config, at: now }));
}

function row(index: number, ids: readonly string[], now: number) {
  const number = `VD-20261120-4K7Q${index}`;
  // Seven of ten have ended, as in an office after some years.
  const among = index % 10 < 7 ? ended : open;
  const state = among[Math.floor(index / 10) % among.length] ?? 'approved';
  const stored = {
    state,
    kind: 'personal',
    isForThirdParty: false,
    requester: '',
    revision: 3,
    answerDueAt: null,
  } as const;
  const isEnded = turnOf(state) === 'nobody';
  const email = `bench-${index % ids.length}@example.eu`;
  const lastName = `Nowak${index % 1000}`;
  const form = {
    user: { ...endpoints.personQualificationReview.example.form.user, lastName },
    vehicle: { vehicleId: `vehicle-${index}`, proof: [randomUUID()] },
    purpose: 'ownInformation',
    purposeDetails: 'To compare the consumption of the winter with that of the summer. '.repeat(6),
    userAgreementAccepted: true,
  };
  return {
    application: {
      number,
      kind: index % 20 === 3 ? ('public' as const) : ('personal' as const),
      requester_id: ids[index % ids.length] as string,
      state,
      code: applicationStatus(applicationSnapshot(stored)).code,
      revision: 3,
      answer_due_at: null,
      submission_id: String(index),
      purpose: 'ownInformation',
      vehicle_id: null,
      form_json: JSON.stringify({ ...form, departmentName: lastName }),
      data_request_json: null,
      information_request: null,
      information_items: null,
      refusal_ground: null,
      created_at: now - index,
      updated_at: now - index,
      due_at: isEnded ? null : now + ((index % 41) - 10) * DAY + index,
      assignee_id: index % 4 === 0 ? (ids[(index / 4) % ids.length] as string) : null,
      requester_name: `${lastName} anna`.toLowerCase(),
      reminded_revision: -1,
      last_decision_json: null,
    },
    search: {
      application_number: number,
      text: `${number}\n${email}\nAnna\n${lastName}\nVF1AAAAA${String(index).padStart(9, '0')}`.toLowerCase(),
    },
  };
}
