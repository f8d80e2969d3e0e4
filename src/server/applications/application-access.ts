import type { ExpressionBuilder, Insertable, Kysely, Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Actor } from '#machines/application.events.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRow, lockRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';

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
  if (Date.parse(day) > at)
    throw new ApiError(codes.invalid, { fields: [{ field, problem: 'range' }] });
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
