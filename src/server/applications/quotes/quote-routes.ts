import { endpoints } from '#contract/endpoints.ts';
import { lockAtDesk } from '#server/applications/lock-at-desk.ts';
import { askAcknowledgement } from '#server/applications/notices/body-notices.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { endOf } from '#server/platform/words/calendar.ts';
import { answerQuote, sendQuote } from './quotes.ts';

/** Routes for what a data holder may ask of public-sector bodies: compensation, acknowledgement (Art. 20). */
export function quoteRoutes(route: Route, services: Services): void {
  const { store, config, now } = services;
  const reviewer = ({ id }: Account) => ({ role: 'reviewer', id }) as const;

  route(endpoints.deskQuoteSend, (input, { account }) =>
    store.transact(async (trx) => {
      const { applicationNumber: number } = input;
      const application = await lockAtDesk(services, trx, account, number);
      const subject = { ...application, number };
      const quoteId = await sendQuote({ services, trx }, reviewer(account), subject, {
        ...input,
        validUntil: endOf(input.validOn, config.TIME_ZONE),
      });
      const entry = { by: account, action: 'quote.send' as const, detail: quoteId };
      await appendAuditEvent(services, trx, { ...entry, reference: number });
      return { applicationNumber: number, quoteId };
    }),
  );

  route(endpoints.deskAcknowledgementAsk, ({ applicationNumber: number }, { account }) =>
    store.transact(async (trx) => {
      const application = await lockAtDesk(services, trx, account, number);
      const subject = { ...application, number };
      await askAcknowledgement({ services, trx }, reviewer(account), subject);
      const entry = { by: account, action: 'acknowledgement.ask' as const, reference: number };
      await appendAuditEvent(services, trx, entry);
      return { applicationNumber: number };
    }),
  );

  route(endpoints.deskQuoteWithdraw, ({ applicationNumber: number, quoteId }, { account }) =>
    store.transact(async (trx) => {
      await lockAtDesk(services, trx, account, number);
      const event = { type: 'quote.withdraw', by: reviewer(account), at: now() } as const;
      await answerQuote({ services, trx }, event, { id: quoteId, number });
      const entry = { by: account, action: 'quote.withdraw' as const, detail: quoteId };
      await appendAuditEvent(services, trx, { ...entry, reference: number });
      return { applicationNumber: number, quoteId };
    }),
  );
}
