import { describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { DisputeEvent, DisputeSnapshot } from '#machines/dispute.machine.ts';
import { disputeScenario } from '#machines/dispute.scenario.ts';
import type { QuoteEvent, QuoteSnapshot } from '#machines/quote.machine.ts';
import { quoteScenario } from '#machines/quote.scenario.ts';
import { endDispute, withdrawDispute } from '#server/applications/disputes/disputes.ts';
import { answerQuote } from '#server/applications/quotes/quotes.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { rows } from '#tests/server/fixture.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { isNotAccepted, type RecordedWalks, recordedWalks } from '../../recorded-walks.ts';
import { servedPortal } from './served-portal.ts';

const options = { level: 2, suite: 'http', criteria: ['samples', 'pairs'] } as const;
const disputeWalks = recordedWalks({ ...options, machine: 'dispute', scenario: disputeScenario });
const quoteWalks = recordedWalks({ ...options, machine: 'quote', scenario: quoteScenario });
const write = () => {
  disputeWalks.write();
  quoteWalks.write();
};
const { portal, call } = servedPortal({ write }, () =>
  startSeededPortal({ DESK_MAILBOX: 'desk@example.eu' }),
);

/** An application and the id of its dispute or quote. */
interface Subject {
  number: string;
  id: string;
}

interface Walked {
  machine: 'dispute' | 'quote';
  walks: RecordedWalks;
  start(isOfHolder: boolean): Promise<Subject>;
  /** Sends a step by a call if its sender has one, otherwise by the function behind it. */
  send(step: ConcreteStep, subject: Subject): Promise<boolean>;
  /** Columns that a model determines. */
  columnsOf(snapshot: ConcreteStep['result']['snapshot']): object;
}

/** The owner of the application is a reviewer too, so that both roles can try each event. */
let remarks = 0;

const dispute: Walked = {
  machine: 'dispute',
  walks: disputeWalks,
  async start(isOfHolder) {
    const token = portal.tokens.owningReviewer;
    const { number } = await portal.applicationAt('submitted', token);
    const body = { body: 'settlementBody', bodyName: 'Body', startedOn: '2026-11-02' } as const;
    const recorded = { applicationNumber: number, ...body };
    const [call, by] = isOfHolder
      ? (['deskDisputeRecord', portal.tokens.reviewer] as const)
      : (['disputeRecord', token] as const);
    const { disputeId } = granted(await portal.call(call, recorded, { token: by }));
    return { number, id: disputeId };
  },
  async send({ sent }, { number, id }) {
    const { at: _, ...rest } = sent.event as unknown as DisputeEvent;
    const event = { ...rest, at: portal.services.now() } as DisputeEvent;
    const { by } = event;
    const subject = { applicationNumber: number, disputeId: id };
    const isByCall = by.role === 'reviewer' || by.id === 'stranger';
    switch (event.type) {
      case 'dispute.end':
      case 'outcome.correct': {
        const { outcome } = event;
        // A repeated outcome changes nothing.
        remarks++;
        const end = { endedOn: '2026-11-02', outcome, remark: `Remark ${remarks}` };
        const corrects = event.type === 'outcome.correct' && { corrects: true };
        if (isByCall)
          return isGranted('deskDisputeEnd', { ...subject, ...end, ...corrects }, by.id);
        return isAccepted((scope) => endDispute(scope, event, { id, number, ...end }));
      }
      default: {
        const about = event.type === 'outcome.withdraw' ? 'outcome' : 'dispute';
        if (isByCall) return isGranted('deskRecordWithdraw', { ...subject, about }, by.id);
        return isAccepted((scope) => withdrawDispute(scope, event, { id, number }));
      }
    }
  },
  columnsOf(snapshot) {
    const { value, context } = snapshot as DisputeSnapshot;
    return { state: value, outcome: context.outcome };
  },
};

const quote: Walked = {
  machine: 'quote',
  walks: quoteWalks,
  async start() {
    const number = await publicRequest(portal, portal.tokens.owningReviewer);
    const offer = { currency: 'PLN', amounts: { margin: '7' }, validOn: '2027-01-31' } as const;
    const input = { applicationNumber: number, ...offer, text: 'As agreed.' };
    const token = portal.tokens.reviewer;
    return { number, id: granted(await portal.call('deskQuoteSend', input, { token })).quoteId };
  },
  async send({ sent }, { number, id }) {
    const { type, by, at } = sent.event as unknown as QuoteEvent;
    const isLate = at !== quoteScenario.epoch;
    const isWithdrawal = type === 'quote.withdraw';
    const hasToken = by.id === 'owner' || by.id === 'reviewer' || by.id === 'stranger';
    if (hasToken && !isLate && (by.role === 'reviewer') === isWithdrawal) {
      const subject = { applicationNumber: number, quoteId: id };
      if (isWithdrawal) return isGranted('deskQuoteWithdraw', subject, by.id);
      const answer = type === 'quote.accept' ? 'accept' : 'object';
      return isGranted('quoteAnswer', { ...subject, answer }, by.id);
    }
    const { services } = portal;
    const [row] = await rows(services, 'quote', { id });
    const [application] = await rows(services, 'application', { number });
    const account = by.id === 'owner' ? application?.requester_id : by.id;
    const instant = isLate ? (row?.valid_until ?? 0) : services.now();
    const event = { type, by: { ...by, id: account ?? '' }, at: instant };
    return isAccepted((scope) => answerQuote(scope, event, { id, number }));
  },
  columnsOf: (snapshot) => ({ state: (snapshot as QuoteSnapshot).value }),
};

// In this order: the last test checks what the others covered.
describe.each([dispute, quote])('the walks of a $machine', (walked) => {
  describe('in order', { shuffle: false }, () => walkAll(walked));
});

function walkAll(walked: Walked) {
  const { walks, machine } = walked;
  const rowsOf = async (application_number: string) => ({
    records: await rows(portal.services, machine, { application_number }),
    mails: await rows(portal.services, 'mail', { application_number }),
  });

  test.each(walks.walks)('$name', async ({ walk }) => {
    walks.begin(walk);
    const subject = await walked.start(walk.walk.start === 1);
    for (const step of walk.steps) {
      const before = await rowsOf(subject.number);
      const isTaken = await walked.send(step, subject);
      const after = await rowsOf(subject.number);
      const { name } = step.sent;
      expect(isTaken, name).toBe(!isNotAccepted(step));
      if (!isTaken) expect(after, name).toEqual(before);
      const isNotified = step.macrostep.effects.some((effect) => effect.name === 'notifyOtherSide');
      expect(after.mails.length - before.mails.length, name).toBe(Number(isNotified));
      expect(after.records).toMatchObject([walked.columnsOf(step.result.snapshot)]);
      walks.took(step);
    }
  });
}

async function isGranted(name: EndpointName, input: object, person: string): Promise<boolean> {
  const { owningReviewer, reviewer, stranger } = portal.tokens;
  const token = { owner: owningReviewer, reviewer, stranger }[person] ?? '';
  return (await call(name, input, token)).status === 200;
}

async function isAccepted(work: (scope: Scope) => Promise<unknown>): Promise<boolean> {
  const { services } = portal;
  try {
    await services.store.transact((trx) => work({ services, trx }));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
