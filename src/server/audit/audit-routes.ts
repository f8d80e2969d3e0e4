import { endpoints } from '#contract/endpoints.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { auditFile } from './audit-export.ts';
import { selectEntries } from './audit-filter.ts';
import { recordDeed } from './audit-log.ts';
import { verifyChains } from './verify.ts';

/** The log of who opened and changed what. */
export function auditRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.auditTrail, async ({ page, pageSize, ...filter }) => {
    const found = selectEntries(store.db, filter);
    const { total } = await found
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const items = await found
      .select(['audit_entry.seq', 'audit_entry.at', 'actor', 'action', 'detail'])
      .select(['audit_entry.application_number as applicationNumber', 'account.email as requester'])
      .orderBy('audit_entry.seq', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { total: Number(total), items };
  });

  route(endpoints.auditVerify, () => verifyChains(store.db));

  route(endpoints.auditExport, async ({ format, ...filter }, { account }) => {
    const detail = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
    await store.transact((trx) =>
      recordDeed(services, trx, {
        by: account,
        action: 'audit.export',
        detail: [format, ...detail].join(' '),
      }),
    );
    return auditFile(services, format, filter);
  });
}
