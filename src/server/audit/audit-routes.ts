import { Readable } from 'node:stream';
import { endpoints } from '#contract/endpoints.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import { recordDeed } from './audit-log.ts';
import { verifyChains } from './verify.ts';

/** The log of who opened and changed what. */
export function auditRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.auditTrail, async ({ applicationNumber, page, pageSize }) => {
    const found = store.db
      .selectFrom('audit_entry')
      .$if(applicationNumber !== undefined, (query) =>
        query.where('application_number', '=', applicationNumber ?? ''),
      );
    const { total } = await found
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await found
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return {
      total: Number(total),
      items: rows.map(({ seq, at, actor, action, application_number, detail }) => ({
        seq,
        at,
        actor,
        action,
        applicationNumber: application_number,
        detail,
      })),
    };
  });

  route(endpoints.auditVerify, () => verifyChains(store.db));

  route(endpoints.auditExport, async (_, { account }) => {
    await store.transact((trx) =>
      recordDeed(services, trx, { by: account, action: 'audit.export' }),
    );
    const rows = await store.db.selectFrom('audit_entry').selectAll().orderBy('seq').execute();
    const content = Buffer.from(csvOf(rows));
    return {
      name: 'audit.csv',
      mediaType: 'text/csv; charset=utf-8',
      size: content.length,
      content: Readable.from([content]),
    };
  });
}

const columns = ['seq', 'at', 'actor', 'action', 'application_number', 'detail', 'hash'] as const;

/** RFC 4180, instants in ISO 8601. */
function csvOf(rows: readonly Schema['audit_entry'][]): string {
  const lines = rows.map((row) =>
    columns.map((column) =>
      field(column === 'at' ? new Date(row.at).toISOString() : String(row[column] ?? '')),
    ),
  );
  return [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: string): string {
  // A cell that begins like a formula is none: spreadsheets would run it.
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
