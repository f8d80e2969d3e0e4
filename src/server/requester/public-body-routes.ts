import { endpoints } from '#contract/endpoints.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import type { Scope, Services } from '#server/platform/store/services.ts';
import { answerQuote } from '#server/workflow/application/quotes.ts';
import { ownApplication } from '#server/workflow/application/records.ts';

/** What a public-sector body tells the data holder about its requests beside the review. */
export function publicBodyRoutes(route: Route, services: Services): void {
  const { store, now } = services;

  /** Works on an application of the account, which is locked until the transaction ends. */
  async function locked<T>(account: Account, number: string, work: (scope: Scope) => Promise<T>) {
    await ownApplication(services, account, number);
    return store.transact(async (trx) => {
      await store
        .forUpdate(trx.selectFrom('application').select('number').where('number', '=', number))
        .executeTakeFirst();
      return work({ services, trx });
    });
  }

  route(endpoints.quoteAnswer, (input, { account }) => {
    const { applicationNumber: number, quoteId, answer, text } = input;
    return locked(account, number, async (scope) => {
      const by = { role: 'requester', id: account.id } as const;
      const event = { type: `quote.${answer}`, by, at: now() } as const;
      await answerQuote(scope, event, { id: quoteId, number, objection: text || null });
      return { applicationNumber: number, quoteId };
    });
  });
}
