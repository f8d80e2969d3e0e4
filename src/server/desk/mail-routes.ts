import { endpoints } from '#contract/endpoints.ts';
import { sendDigest } from '#server/applications/mails/post-to-desk.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Route } from '#server/platform/http/route.ts';

export function mailRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskMails, async (_, { account }) => {
    const { mails_hourly, waiting } = await store.db
      .selectFrom('account')
      .select('mails_hourly')
      .select((row) =>
        row
          .selectFrom('held_mail')
          .whereRef('held_mail.account_id', '=', 'account.id')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .as('waiting'),
      )
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    return {
      frequency: mails_hourly === 1 ? ('hourly' as const) : ('atOnce' as const),
      waiting: Number(waiting),
    };
  });

  route(endpoints.deskMailsChange, async ({ frequency }, { account }) => {
    const isHourly = frequency === 'hourly';
    await store.transact(async (trx) => {
      await trx
        .updateTable('account')
        .set({ mails_hourly: isHourly ? 1 : 0 })
        .where('id', '=', account.id)
        .execute();
      if (!isHourly) await sendDigest({ services, trx }, account.id);
    });
  });
}
