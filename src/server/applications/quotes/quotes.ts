import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Language, localeOf } from '#contract/languages.ts';
import {
  type deskQuotePreview,
  type deskQuoteSend,
  type Quote,
  type QuotePart,
  quoteParts,
  totalOf,
} from '#contract/quote.ts';
import { hasTag } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { moneyText, quotePartWords } from '#forms/recorded-words.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import { type QuoteEvent, quoteMachine } from '#machines/quote.machine.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import {
  type ApplicationRow,
  changeAtDesk,
  changeOwn,
  findApplication,
  insertOwned,
  isSubset,
  loadOwned,
  type OwnedKey,
  type OwnedRow,
} from '#server/applications/application-row.ts';
import { applicationMail, type Limited } from '#server/applications/mails/application-mails.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import { applicationFacts, mailRequester } from '#server/applications/mails/requester-mail.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRows, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { points } from '#server/platform/mail/outbox.ts';
import { endOf } from '#server/platform/words/calendar.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

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

type QuoteRow = Selectable<Schema['quote']>;
type Owned = OwnedRow<'quote'>;

type EventDetails = { objection?: string | null };

const quotes = durableMachine<typeof quoteMachine, Scope, OwnedKey, Owned, EventDetails>(
  quoteMachine,
  {
    load: (scope, key) => loadOwned(scope, 'quote', key),

    read: ({ state, requester_id: requester, valid_until: validUntil }) => ({
      state,
      context: { requester, validUntil },
    }),

    async save({ trx }, { event, row, details }, next) {
      if (!event) throw new Error('A quote must start with the sending');
      const { requester_id, ...quote } = row;
      const changed: QuoteRow = {
        ...quote,
        state: next.state as QuoteRow['state'],
        ...(event.type === 'quote.object'
          ? { objected_at: event.at, objection: details.objection ?? null }
          : { settled_at: event.at, settled_by: event.by.id }),
      };
      await updateRows(trx, 'quote', { id: row.id }, changed);
      return { ...changed, requester_id };
    },

    notAccepted: (_, { row: { state } }) => new ApiError(codes.notAllowedNow, { state }),

    effects: {
      async notifyOtherSide(scope, { event, row }) {
        const number = row.application_number;
        if (event?.type === 'quote.accept' || event?.type === 'quote.object')
          return postDeskNotice(scope, number, event.type);
        const template = event ? quoteWithdrawn : quoteSent;
        await mailRequester(scope, number, template, factsOf(row, scope.services.config));
      },
    },
  },
);

/** `validUntil`: end of the last day of validity, ms since the epoch. */
type QuoteInput = z.output<typeof deskQuoteSend.input> & { validUntil: number };

/**
 * Returns the columns of a quote, and the id of an identical one that is valid and unsettled.
 * @throws {ApiError} `invalid` for a past day, or `notAllowedNow` when the application has ended or
 *   is about an emergency (Art. 20(1)), or while another quote is valid and unsettled
 */
async function checkedQuote(
  db: Kysely<Schema>,
  at: number,
  { number, kind, state, form_json }: ApplicationRow,
  input: QuoteInput,
) {
  const isDue = kind === 'public' && publicForms.read(form_json).type === 'publicInterestTask';
  if (!isDue || hasTag(state, 'ended')) throw new ApiError(codes.notAllowedNow, { state });
  if (!(input.validUntil > at)) throw invalid('validOn', 'range');
  const offered = {
    currency: input.currency,
    amounts_json: JSON.stringify(hundredthsOf(input.amounts)),
    text: input.text,
    valid_on: input.validOn,
  };
  const unsettled = await db
    .selectFrom('quote')
    .selectAll()
    .where('application_number', '=', number)
    .where('settled_at', 'is', null)
    .where('valid_until', '>', at)
    .executeTakeFirst();
  if (unsettled && !isSubset(offered, unsettled))
    throw new ApiError(codes.notAllowedNow, { state });
  return { offered, sentId: unsettled?.id };
}

/**
 * Sends a quote for an application that the caller has locked, and returns its id. Returns the
 * existing id if an identical quote is valid and unsettled. Throws as `checkedQuote` does.
 */
export async function sendQuote(
  { services, trx }: Scope,
  by: Actor,
  application: ApplicationRow,
  input: QuoteInput,
): Promise<string> {
  const { number, requester_id: requester } = application;
  const { validUntil } = input;
  const at = services.now();
  const { offered, sentId } = await checkedQuote(trx, at, application, input);
  if (sentId !== undefined) return sentId;
  const sent = {
    id: randomUUID(),
    application_number: number,
    ...offered,
    valid_until: validUntil,
    sent_by: by.id,
    sent_at: at,
  };
  const { id } = await quotes.start(
    { services, trx },
    { requester, validUntil },
    (started) => {
      const state = started.state as QuoteRow['state'];
      return insertOwned(trx, 'quote', { ...sent, state }, requester);
    },
    {},
  );
  return id;
}

export async function previewQuote(
  { store: { db }, config, now }: Services,
  application: ApplicationRow,
  input: QuoteInput,
): Promise<DataOf<typeof deskQuotePreview>> {
  const { offered } = await checkedQuote(db, now(), application, input);
  const { email: recipient, language } = await readerOf(db, application.requester_id);
  const mail = quoteSent(language, {
    ...applicationFacts(config, application, language),
    ...factsOf({ ...offered, valid_until: input.validUntil }, config),
  });
  return { recipient, language, ...mail };
}

export async function answerQuote(
  scope: Scope,
  event: QuoteEvent,
  { id, number, objection = null }: { id: string; number: string; objection?: string | null },
): Promise<void> {
  await quotes.send(scope, { id, application_number: number }, event, { objection });
}

export async function quotesOf(db: Kysely<Schema>, number: string, now: number): Promise<Quote[]> {
  const rows = await findRows(db, 'quote', { application_number: number }, 'sent_at', 'id');
  return rows.map((row) => {
    const amounts: Quote['amounts'] = JSON.parse(row.amounts_json);
    return {
      quoteId: row.id,
      state: row.state,
      currency: row.currency,
      amounts,
      total: totalOf(amounts),
      text: row.text,
      validOn: row.valid_on,
      validUntil: row.valid_until,
      isOver: row.valid_until <= now,
      sentAt: row.sent_at,
      objected: row.objected_at === null ? null : { at: row.objected_at, text: row.objection },
      settledAt: row.settled_at,
    };
  });
}

function hundredthsOf(amounts: Partial<Record<QuotePart, string | undefined>>): Quote['amounts'] {
  return Object.fromEntries(
    Object.entries(amounts)
      .map(([part, decimal]) => [part, Math.round(Number(decimal) * 100)] as const)
      .filter(([, hundredths]) => hundredths > 0),
  );
}

interface QuoteFacts extends Limited, Pick<Quote, 'currency' | 'amounts' | 'text'> {}

const factsOf = (
  row: Pick<QuoteRow, 'currency' | 'amounts_json' | 'text' | 'valid_until'>,
  { TIME_ZONE: timeZone }: Config,
): QuoteFacts => ({
  currency: row.currency,
  amounts: JSON.parse(row.amounts_json),
  text: row.text,
  until: row.valid_until,
  timeZone,
});

export const quoteSent = applicationMail<QuoteFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: quote of the compensation`,
  msg`For making available the data that you request, we ask for compensation under Article 20(2) of Regulation (EU) 2023/2854 (the Data Act): ${{ total: totalIn(language, facts) }}. It is made up of:`,
  points(partsOf(language, facts)),
  msg`Basis of the calculation:`,
  facts.text,
  msg`You can accept the quote in the portal until ${{ until: instantText(language, facts.until, facts.timeZone) }}, or object to it. If you disagree with the level of the compensation, you may lodge a complaint with the competent authority of the Member State in which we are established (Article 20(5)).`,
]);

export const quoteWithdrawn = applicationMail<QuoteFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: quote withdrawn`,
  msg`We have withdrawn the quote of ${{ total: totalIn(language, facts) }} for your request. You do not need to answer it any more.`,
]);

const totalIn = (language: Language, { amounts, currency }: QuoteFacts) =>
  moneyText(totalOf(amounts), currency, localeOf[language]);

function partsOf(language: Language, { amounts, currency }: QuoteFacts): string[] {
  const translate = wordsOf(language);
  return quoteParts.flatMap((part) => {
    const amount = amounts[part];
    if (!amount) return [];
    const money = moneyText(amount, currency, localeOf[language]);
    return [translate(msg`${{ part: translate(quotePartWords[part]) }}: ${{ amount: money }}`)];
  });
}
