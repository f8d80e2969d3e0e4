import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { erasureNotice } from '#contract/notices.ts';
import { lockAtDesk } from '#server/applications/lock-at-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { recordErasure } from './body-notices.ts';
import { givenOf, inOrder, sameDataGiven, selectGiven } from './given-data.ts';

type Notice = z.infer<typeof erasureNotice>;

/** Routes for data given to public-sector bodies and reports of its erasure (Art. 19(1)(c)). */
export function erasureRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskErasureLedger, async ({ sameAs, page, pageSize }) => {
    const given = selectGiven(store.db)
      .leftJoin('account', 'account.id', 'erasure_notice.recorded_by')
      .select(['erasure_notice.at', 'erasure_notice.erased_on', 'erasure_notice.text'])
      .select('account.email as recorded_by');
    if (sameAs !== undefined) {
      const application = await store.db
        .selectFrom('application')
        .selectAll()
        .where('number', '=', sameAs)
        .where('kind', '=', 'public')
        .executeTakeFirst();
      if (!application) throw new ApiError(codes.notFound);
      const numbers = await sameDataGiven(store.db, application);
      const shown = numbers.slice((page - 1) * pageSize, page * pageSize);
      return { total: numbers.length, items: (await inOrder(given, shown)).map(itemOf) };
    }
    const { total } = await given
      .clearSelect()
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await given
      .orderBy('application.updated_at', 'desc')
      .orderBy('application.number')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { total: Number(total), items: rows.map(itemOf) };
  });

  route(endpoints.deskErasureRecord, async (input, { account }) => {
    const { applicationNumber: number, erasedOn } = input;
    await store.transact(async (trx) => {
      const application = await lockAtDesk(services, trx, account, number);
      const by = { role: 'reviewer', id: account.id } as const;
      await recordErasure({ services, trx }, by, { ...application, number }, input);
      const entry = { by: account, action: 'erasure.record' as const, detail: erasedOn };
      await appendAuditEvent(services, trx, { ...entry, reference: number });
    });
    return { applicationNumber: number };
  });
}

/** The notice about one application. */
export async function findNotice(db: Kysely<Schema>, number: string): Promise<Notice | null> {
  const row = await db
    .selectFrom('erasure_notice')
    .innerJoin('account', 'account.id', 'erasure_notice.recorded_by')
    .select(['erasure_notice.at', 'erasure_notice.erased_on', 'erasure_notice.text'])
    .select('account.email as recorded_by')
    .where('application_number', '=', number)
    .executeTakeFirst();
  return row ? noticeOf(row) : null;
}

const itemOf = (row: Parameters<typeof givenOf>[0] & Parameters<typeof noticeOf>[0]) => ({
  ...givenOf(row),
  notice: noticeOf(row),
});

function noticeOf(
  row: { [Column in 'erased_on' | 'text' | 'recorded_by']: string | null } & {
    at: number | null;
  },
): Notice | null {
  const { at, erased_on: erasedOn, text, recorded_by: recordedBy } = row;
  if (at === null || erasedOn === null) return null;
  return { at, erasedOn, text: text ?? '', recordedBy: recordedBy ?? '' };
}
