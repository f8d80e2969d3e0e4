import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { QuoteEvent, QuoteSnapshot } from '#machines/quote.machine.ts';
import { quoteScenario } from '#machines/quote.scenario.ts';
import { answerQuote } from '#server/applications/quotes/quotes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { rows } from '#tests/server/fixture.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { granted, type SeededPortal, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { isRefusedStep, recordedWalks } from '../../recorded-walks.ts';
import { callOverHttp } from '../over-http.ts';

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'quote',
  scenario: quoteScenario,
  criteria: ['samples', 'pairs'],
});

let portal: SeededPortal;
let url: string;
beforeAll(async () => {
  portal = await startSeededPortal({ DESK_MAILBOX: 'desk@example.eu' });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  walks.write();
  await portal.close();
});

interface Subject {
  applicationNumber: string;
  quoteId: string;
}

// In this order: the last test looks at what the others took.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks)('$name', async ({ walk }) => {
    walks.begin(walk);
    // Who asks reviews, too, so that the requester can try both.
    const applicationNumber = await publicRequest(portal, portal.tokens.owningReviewer);
    const offer = {
      applicationNumber,
      currency: 'PLN',
      amounts: { margin: '7' },
      text: 'As agreed.',
      validOn: '2027-01-31',
    } as const;
    const sent = await portal.call('deskQuoteSend', offer, { token: portal.tokens.reviewer });
    const subject = { applicationNumber, quoteId: granted(sent).quoteId };
    for (const step of walk.steps) {
      const before = await rowsOf(applicationNumber);
      const isTaken = await send(step, subject);
      const after = await rowsOf(applicationNumber);
      const { name } = step.sent;
      expect(isTaken, name).toBe(!isRefusedStep(step));
      if (!isTaken) expect(after, name).toEqual(before);
      const effects = step.macrostep.effects.map((effect) => effect.name);
      const isNotified = effects.includes('notifyOtherSide');
      expect(after.mails.length - before.mails.length, name).toBe(Number(isNotified));
      const { value } = step.result.snapshot as QuoteSnapshot;
      expect(after.quotes).toMatchObject([{ state: value }]);
      walks.took(step);
    }
  });

  test('every declared transition was taken', () => {
    expect([...walks.missing]).toEqual([]);
  });
});

/** By a call where a person can send it; as no call does, where nobody of that role can, or too late. */
async function send({ sent }: ConcreteStep, subject: Subject): Promise<boolean> {
  const { type, by, at } = sent.event as unknown as QuoteEvent;
  const { owningReviewer, reviewer, stranger } = portal.tokens;
  const token = { owner: owningReviewer, reviewer, stranger }[by.id];
  const isLate = at !== quoteScenario.epoch;
  const isByCall = token && !isLate && (by.role === 'reviewer') === (type === 'quote.withdraw');
  if (isByCall) {
    const answer = type === 'quote.accept' ? 'accept' : 'object';
    const { status } =
      type === 'quote.withdraw'
        ? await callOverHttp(url, 'deskQuoteWithdraw', subject, token)
        : await callOverHttp(url, 'quoteAnswer', { ...subject, answer }, token);
    return status === 200;
  }
  const { services } = portal;
  const { applicationNumber: number, quoteId: id } = subject;
  const [row] = await rows(services, 'quote', { id });
  const application = await rows(services, 'application', { number });
  const account = by.id === 'owner' ? application[0]?.requester_id : by.id;
  const event = {
    type,
    by: { ...by, id: account ?? '' },
    at: isLate ? (row?.valid_until ?? 0) : services.now(),
  };
  return services.store
    .transact((trx) => answerQuote({ services, trx }, event, { id, number }))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
}

async function rowsOf(application_number: string) {
  return {
    quotes: await rows(portal.services, 'quote', { application_number }),
    mails: await rows(portal.services, 'mail', { application_number }),
  };
}
