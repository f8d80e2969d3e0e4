import type { Transaction } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { appendAuditEvent, flushReads } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Route } from '#server/platform/http/route.ts';
import { auditFile } from './audit-export.ts';
import { selectEntries } from './audit-filter.ts';
import { verifyChains } from './verify.ts';

/** The log of who opened and changed what. */
export function auditRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.auditTrail, async ({ page, pageSize, ...filter }) => {
    await flushReads(store);
    const found = selectEntries(store.db, filter);
    const { total } = await found
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const items = await found
      // What the log names by its id, in words as long as it is there.
      .leftJoin('stored_file', 'stored_file.id', 'audit_entry.detail')
      .leftJoin('account as subject', 'subject.id', 'audit_entry.detail')
      .select(['audit_entry.seq', 'audit_entry.at', 'action'])
      .select(({ fn }) => [
        fn.coalesce('acting.email', 'actor').as('actor'),
        fn.coalesce('stored_file.name', 'subject.email', 'audit_entry.detail').as('detail'),
      ])
      .select(['audit_entry.application_number as applicationNumber', 'account.email as requester'])
      .orderBy('audit_entry.seq', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { total: Number(total), items };
  });

  route(endpoints.auditVerify, () => verifyChains(services));

  route(endpoints.auditExport, async ({ format, ...filter }, { account }) => {
    await flushReads(store);
    await store.transact(async (trx) => {
      const criteria = { ...filter, requester: await idOf(trx, filter.requester) };
      const detail = Object.entries(criteria)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${value}`);
      await appendAuditEvent(services, trx, {
        by: account,
        action: 'audit.export',
        detail: [format, ...detail].join(' '),
      });
    });
    return auditFile(services, format, filter);
  });
}

/** The account of a requester, whose address does not outlive it in the log. */
async function idOf(trx: Transaction<Schema>, email: string | undefined) {
  if (email === undefined) return undefined;
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return account?.id ?? 'unknown';
}
