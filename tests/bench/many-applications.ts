import { randomUUID } from 'node:crypto';
import { endpoints } from '#contract/endpoints.ts';
import {
  applicationSnapshot,
  applicationStates,
  applicationStatus,
  statesWith,
} from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import type { Store } from '#server/platform/database/database.ts';

const ACCOUNTS = 50;
const BATCH = 500;
const DAY = 86_400_000;

const ended = statesWith('ended');
const open = applicationStates.filter((state) => !ended.includes(state));

/** Inserts applications of 50 accounts, a quarter of them assigned; returns the account ids. */
export async function insertApplications(
  store: Store,
  count: number,
  now: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < ACCOUNTS; index++) {
    const email = `bench-${index}@example.eu`;
    ids.push((await accountOf(store.db, { email, language: 'en', at: now })).id);
  }
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, index) => rowsOf(from + index, ids, now));
    await store.transact(async (trx) => {
      await trx
        .insertInto('application')
        .values(rows.map(({ application }) => application))
        .execute();
      await trx
        .insertInto('history_entry')
        .values(rows.map(({ filing }) => filing))
        .execute();
      await trx
        .insertInto('application_search')
        .values(rows.map(({ search }) => search))
        .execute();
    });
  }
  return ids;
}

function rowsOf(index: number, ids: readonly string[], now: number) {
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
  const dueAt = now + ((index % 41) - 10) * DAY + index;
  const createdAt = dueAt - 20 * DAY;
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
      created_at: createdAt,
      updated_at: createdAt,
      due_at: turnOf(state) === 'nobody' ? null : dueAt,
      assignee_id: index % 4 === 0 ? (ids[(index / 4) % ids.length] as string) : null,
      requester_name: `${lastName} anna`.toLowerCase(),
      reminded_revision: -1,
      last_decision_json: null,
    },
    filing: {
      application_number: number,
      revision: 0,
      at: createdAt,
      actor_id: ids[index % ids.length] as string,
      role: 'requester' as const,
      event: 'application.file',
      from_state: null,
      to_state: state,
      text: null,
      facts_json: null,
    },
    search: {
      application_number: number,
      text: `${number}\n${email}\nAnna\n${lastName}\nVF1AAAAA${String(index).padStart(9, '0')}`.toLowerCase(),
    },
  };
}
