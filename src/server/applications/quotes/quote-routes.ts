import { endpoints } from '#contract/endpoints.ts';
import { changeAtDesk, changeOwn, findApplication } from '#server/applications/application-row.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Route } from '#server/platform/http/route.ts';
import { endOf } from '#server/platform/words/calendar.ts';
import { answerQuote, previewQuote, sendQuote } from './quotes.ts';

export function quoteRoutes(route: Route, services: Services): void {
  const { config, now } = services;

  route(endpoints.deskQuoteSend, async (input, { account }) => {
    const { applicationNumber: number } = input;
    const action = 'quote.send';
    const validUntil = endOf(input.validOn, config.TIME_ZONE);
    const quoteId = await changeAtDesk(
      services,
      account,
      { number, action },
      (scope, application, by) => sendQuote(scope, by, application, { ...input, validUntil }),
    );
    return { applicationNumber: number, quoteId };
  });

  route(endpoints.deskQuotePreview, async (input, { account }) => {
    const { applicationNumber: reference } = input;
    const application = await findApplication(services.store.db, reference);
    const validUntil = endOf(input.validOn, config.TIME_ZONE);
    const preview = await previewQuote(services, application, { ...input, validUntil });
    recordRead(services, { by: account, action: 'application.open', detail: 'preview', reference });
    return preview;
  });

  route(
    endpoints.deskQuoteWithdraw,
    async ({ applicationNumber: number, quoteId }, { account }) => {
      const action = 'quote.withdraw';
      await changeAtDesk(services, account, { number, action }, async (scope, _, by) => {
        const event = { type: 'quote.withdraw', by, at: now() } as const;
        await answerQuote(scope, event, { id: quoteId, number });
        return quoteId;
      });
      return { applicationNumber: number, quoteId };
    },
  );

  route(endpoints.quoteAnswer, async (input, { account }) => {
    const { applicationNumber: number, quoteId, answer, text } = input;
    await changeOwn(services, account, number, (scope, _, by) => {
      const event = { type: `quote.${answer}`, by, at: now() } as const;
      return answerQuote(scope, event, { id: quoteId, number, objection: text || null });
    });
    return { applicationNumber: number, quoteId };
  });
}
