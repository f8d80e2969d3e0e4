import { endpoints } from '#contract/endpoints.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { answerQuote } from '#server/applications/quotes/quotes.ts';
import { ownApplication } from '#server/applications/records.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { recordErasure, recordPassingOn } from './body-notices.ts';

/** What a public-sector body tells the data holder about its requests beside the review. */
export function publicBodyRoutes(route: Route, services: Services): void {
  const { store, now } = services;

  /** Works on an application of the account, which is locked until the transaction ends. */
  async function locked<T>(
    account: Account,
    number: string,
    work: (scope: Scope, application: ApplicationRow) => Promise<T>,
  ) {
    const own = await ownApplication(services, account, number);
    return store.transact(async (trx) => {
      const query = trx.selectFrom('application').selectAll().where('number', '=', number);
      const row = await store.forUpdate(query).executeTakeFirst();
      return work({ services, trx }, row ?? own);
    });
  }

  route(endpoints.quoteAnswer, (input, { account }) => {
    const { applicationNumber: number, quoteId, answer, text } = input;
    return locked(account, number, async (scope) => {
      const event = { type: `quote.${answer}`, by: requester(account), at: now() } as const;
      await answerQuote(scope, event, { id: quoteId, number, objection: text || null });
      return { applicationNumber: number, quoteId };
    });
  });

  route(endpoints.passingOnNotify, (input, { account }) =>
    locked(account, input.applicationNumber, async (scope, application) => {
      await recordPassingOn(scope, requester(account), application, input);
      return { applicationNumber: input.applicationNumber };
    }),
  );

  route(endpoints.erasureNotify, (input, { account }) =>
    locked(account, input.applicationNumber, async (scope, application) => {
      await recordErasure(scope, requester(account), application, input);
      return { applicationNumber: input.applicationNumber };
    }),
  );
}

function requester({ id }: Account) {
  return { role: 'requester', id } as const;
}
