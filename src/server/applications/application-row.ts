import type { Kysely, Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import {
  type ApplicationState,
  codeOf,
  type StoredApplication,
} from '#contract/stored-application.ts';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { restored, type Stored } from '#lib/durable-machine/stored.ts';
import { type ApplicationSnapshot, applicationMachine } from '#machines/application.machine.ts';
import type { Schema } from '#server/platform/database/schema.ts';

export type ApplicationRow = Schema['application'];

/** Data that accompany an event beside the machine's own facts. */
export interface Particulars {
  /** Words for the history, and for the mail to whom it concerns. */
  text?: string;
  /** Of the mail to the requester, where it is not that of their last sign-in. */
  language?: Language;
  /** Columns that the event changes. */
  columns?: Partial<
    Pick<
      ApplicationRow,
      'data_request_json' | 'information_request' | 'information_items' | 'refusal_ground'
    >
  >;
  /** Refuses the event by throwing, before it is sent; not asked when it was taken before. */
  permit?: () => Promise<void>;
  /** Further rows, written in the same transaction. */
  write?: (trx: Transaction<Schema>, application: ApplicationRow) => Promise<void>;
  /** Tests that those rows are the ones that a revision brought. */
  isRecorded?: (db: Kysely<Schema>, revision: number) => Promise<boolean>;
}

/** The machine's view of a row. */
export function snapshotOf(row: ApplicationRow): ApplicationSnapshot {
  return restored(applicationMachine, storedMachine(row), row.number);
}

export function storedOf(row: ApplicationRow): StoredApplication & { linkEndedAt: number | null } {
  const { state, kind, requester_id: requester, revision } = row;
  const { answer_due_at: answerDueAt, link_ended_at: linkEndedAt } = row;
  const use = { kind, isForThirdParty: isForThirdParty(row) };
  return { state, ...use, requester, revision, answerDueAt, linkEndedAt };
}

/** Stored form that the machine is restored from. */
export function storedMachine(row: ApplicationRow): Stored<typeof applicationMachine> {
  const { state, ...context } = storedOf(row);
  return { state, context: { ...context, assignee: row.assignee_id } };
}

/** The columns that follow from a step. */
export function columnsOf(
  next: Stored<typeof applicationMachine>,
): Pick<
  ApplicationRow,
  'state' | 'code' | 'revision' | 'answer_due_at' | 'assignee_id' | 'link_ended_at'
> {
  const state = next.state as ApplicationState;
  const { revision, answerDueAt, assignee, linkEndedAt } = next.context;
  return {
    state,
    code: codeOf(state),
    revision,
    answer_due_at: answerDueAt,
    assignee_id: assignee,
    link_ended_at: linkEndedAt,
  };
}
