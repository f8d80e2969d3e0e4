import type { ExpressionBuilder, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import {
  type ApplicationState,
  codeOf,
  hasTag,
  type StoredApplication,
} from '#contract/stored-application.ts';
import { isForThirdParty, requestedDataOf } from '#contract/stored-forms.ts';
import { isOver } from '#contract/turns.ts';
import { restored, type Stored } from '#lib/durable-machine/stored.ts';
import type { Actor } from '#machines/application.events.ts';
import { type ApplicationSnapshot, applicationMachine } from '#machines/application.machine.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRow, lockRow, requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';

export type ApplicationRow = Schema['application'];

/** Actor of events that a due date or a change of the vehicle's link causes. */
export const CLOCK = { role: 'clock', id: 'clock' } as const;

/** `endedIn`: state in which the data holder or a deadline ended the application. */
export type LoadedRow = ApplicationRow & { endedIn?: string | null };

export async function withEnd(db: Kysely<Schema>, row: ApplicationRow): Promise<LoadedRow> {
  if (!hasTag(row.state, 'endedByHolder')) return row;
  return { ...row, endedIn: await stateBefore(db, row.number, row.revision) };
}

export async function stateBefore(
  db: Kysely<Schema>,
  number: string,
  revision: number,
): Promise<string | null> {
  const entry = await findRow(db, 'history_entry', { application_number: number, revision });
  return entry?.from_state ?? null;
}

/** Data that are stored with an event but not sent to the machine. */
export interface EventDetails {
  text?: string;
  /** Language of the e-mail to the requester; default: the language of their last sign-in. */
  language?: Language;
  columns?: Partial<ApplicationRow>;
  /** Throws to reject the event before the machine receives it. Not called for a repeated event. */
  permit?: () => Promise<void>;
  write?: (trx: Transaction<Schema>, application: ApplicationRow) => Promise<void>;
  /** Returns true if the rows of `write` exist for this revision: then the event is a repetition. */
  isRecorded?: (db: Kysely<Schema>, revision: number) => Promise<boolean>;
}

/** Returns when the last event takes effect outside the portal: a decision may first be undone. */
export function dueAt({ config, now }: Services, { last_decision_json }: ApplicationRow): number {
  return now() + (last_decision_json === null ? 0 : config.UNDO_MS);
}

export function snapshotOf(row: LoadedRow): ApplicationSnapshot {
  return restored(applicationMachine, storedMachine(row), row.number);
}

export function storedOf(row: ApplicationRow): StoredApplication & { linkEndedAt: number | null } {
  const { state, kind, requester_id: requester, revision } = row;
  const { answer_due_at: answerDueAt, link_ended_at: linkEndedAt } = row;
  const use = { kind, isForThirdParty: isForThirdParty(row) };
  return { state, ...use, requester, revision, answerDueAt, linkEndedAt };
}

export function storedMachine(row: LoadedRow): Stored<typeof applicationMachine> {
  const { state, ...context } = storedOf(row);
  return {
    state,
    context: {
      ...context,
      assignee: row.assignee_id,
      handedOverBy: row.handed_over_by,
      endedIn: row.endedIn ?? null,
      lastDecision: row.last_decision_json === null ? null : JSON.parse(row.last_decision_json),
    },
  };
}

export function columnsOf(next: Stored<typeof applicationMachine>) {
  const state = next.state as ApplicationState;
  const { revision, answerDueAt, assignee, handedOverBy, linkEndedAt, lastDecision } = next.context;
  return {
    state,
    code: codeOf(state),
    revision,
    answer_due_at: answerDueAt,
    assignee_id: assignee,
    handed_over_by: handedOverBy,
    link_ended_at: linkEndedAt,
    last_decision_json: lastDecision && JSON.stringify(lastDecision),
  };
}

export function isSubset<Row extends object>(values: Partial<Row>, row: Row): boolean {
  return Object.entries(values).every(([column, value]) => row[column as keyof Row] === value);
}

export async function emailOf(db: Kysely<Schema>, id: string): Promise<string> {
  const { email } = await requireRow(db, 'account', { id });
  return email;
}

export function rejectUnlessShared({ state }: { state: string }): void {
  if (hasTag(state, 'suspended')) throw new ApiError(codes.sharingSuspended, { state });
  if (isOver(state)) throw new ApiError(codes.notAllowedNow, { state });
  if (!hasTag(state, 'downloadable')) throw new ApiError(codes.reportNotReady, null);
}

type Row = Pick<Schema['application'], 'form_json' | 'data_request_json' | 'contact_confirmed_at'>;

function secondaryContact(row: Row, own: string): string | null {
  const contact = requestedDataOf(row).contactEmail;
  return contact === undefined || contact === '' || contact === own ? null : contact;
}

/** Returns the contact address once a code confirmed it, so that a password may be sent to it. */
export function confirmedContact(row: Row, own: string): string | null {
  return row.contact_confirmed_at === null ? null : secondaryContact(row, own);
}

export function unconfirmedContact(row: Row, own: string): string | null {
  return row.contact_confirmed_at === null ? secondaryContact(row, own) : null;
}

export async function findApplication(db: Kysely<Schema>, number: string): Promise<ApplicationRow> {
  const row = await findRow(db, 'application', { number });
  if (!row) throw new ApiError(codes.notFound);
  return row;
}

/** Throws `notFound` also for another account's application, so that numbers cannot be probed. */
export async function ownApplication(
  { store }: Services,
  account: Account,
  number: string,
): Promise<ApplicationRow> {
  const row = await findApplication(store.db, number);
  if (row.requester_id !== account.id) throw new ApiError(codes.notFound);
  return row;
}

export function requirePast(field: string, day: string, at: number): void {
  if (Date.parse(day) > at) throw invalid(field, 'range');
}

export async function changeOwn<T>(
  services: Services,
  account: Account,
  number: string,
  work: (scope: Scope, application: ApplicationRow, by: Actor) => Promise<T>,
): Promise<T> {
  await ownApplication(services, account, number);
  return services.store.transact(async (trx) => {
    const application = await lockApplication({ services, trx }, number);
    return work({ services, trx }, application, { role: 'requester', id: account.id });
  });
}

/** Locks an application for the transaction. Throws `notAllowedNow` if it is the account's own. */
export async function lockAtDesk(
  services: Services,
  trx: Scope['trx'],
  account: Account,
  number: string,
): Promise<ApplicationRow> {
  const row = await lockApplication({ services, trx }, number);
  if (row.requester_id === account.id)
    throw new ApiError(codes.notAllowedNow, { state: row.state });
  return row;
}

/** Completes a handover when the new assignee acts: the sender can no longer take it back. */
export async function endHandover(
  trx: Scope['trx'],
  { number }: Pick<ApplicationRow, 'number'>,
  { id }: Pick<Account, 'id'>,
): Promise<void> {
  await trx
    .updateTable('application')
    .set({ handed_over_by: null })
    .where('number', '=', number)
    .where('assignee_id', '=', id)
    .where('handed_over_by', 'is not', null)
    .execute();
}

export async function changeAtDesk<Detail extends string | undefined>(
  services: Services,
  account: Account,
  { number, action }: { number: string; action: AuditEvent['action'] },
  work: (scope: Scope, application: ApplicationRow, by: Actor) => Promise<Detail>,
): Promise<Detail> {
  return services.store.transact(async (trx) => {
    const application = await lockAtDesk(services, trx, account, number);
    const by = { role: 'reviewer', id: account.id } as const;
    await endHandover(trx, application, account);
    const detail = await work({ services, trx }, application, by);
    const entry = { by: account, action, reference: number };
    await appendAuditEvent(services, trx, { ...entry, ...(detail !== undefined && { detail }) });
    return detail;
  });
}

export async function lockApplication(
  { services, trx }: Scope,
  number: string,
): Promise<ApplicationRow> {
  const row = await lockRow(services.store, trx, 'application', { number });
  if (!row) throw new ApiError(codes.notFound);
  return row;
}

/**
 * Matches the applications of a requester. A public-sector body is recognised by its account and,
 * across its accounts, by its name without case, accents and punctuation; several bodies may share
 * an e-mail domain.
 */
export function isOfRequester(
  row: Pick<ApplicationRow, 'kind' | 'requester_id' | 'requester_name'>,
) {
  return ({ and, eb, or }: ExpressionBuilder<Schema, 'application'>) => {
    const isOfAccount = eb('requester_id', '=', row.requester_id);
    if (row.kind === 'personal' || !row.requester_name) return isOfAccount;
    return or([isOfAccount, and({ kind: 'public', requester_name: row.requester_name })]);
  };
}

type OwnedTable = 'quote' | 'dispute' | 'report';
export type OwnedRow<Table extends OwnedTable> = Selectable<Schema[Table]> & {
  requester_id: string;
};
export interface OwnedKey {
  application_number: string;
  id?: string;
}

/** Loads and locks a row of an application, with the id of the requester. */
export async function loadOwned<Table extends OwnedTable>(
  { services: { store }, trx }: Scope,
  name: Table,
  key: OwnedKey,
): Promise<OwnedRow<Table>> {
  // Kysely has no type for a query of one of several tables.
  const table = name as 'quote';
  const query = trx
    .selectFrom(table)
    .innerJoin('application', 'application.number', `${table}.application_number`)
    .selectAll(table)
    .select('application.requester_id')
    .where(({ and }) => and({ ...key }));
  const row = await store.forUpdate(query).executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  return row as object as OwnedRow<Table>;
}

export async function insertOwned<Table extends OwnedTable>(
  trx: Scope['trx'],
  name: Table,
  values: Insertable<Schema[Table]>,
  requester_id: string,
): Promise<OwnedRow<Table>> {
  const insert = trx.insertInto(name as 'quote').values(values as never);
  const row = await insert.returningAll().executeTakeFirstOrThrow();
  return { ...row, requester_id } as object as OwnedRow<Table>;
}
