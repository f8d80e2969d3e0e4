import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRecord } from '#contract/application-record.ts';
import DecisionArea from '#desk/decision/decision-area.tsx';
import CaseQuotes from '#desk/quotes/case-quotes.tsx';
import { unsavedKeys } from '#tests/components/drafts.ts';
import { fill, pick, set, write } from '#tests/components/filling.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { auditor, reviewer } from '#tests/components/people.ts';
import { itemsOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { caseOf, letter, NUMBER, recordOf } from '#tests/components/records.ts';
import { sendRejected, sendTwice } from '#tests/components/send-rejected.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import { answerWith, sentTo } from '#tests/components/stub-calls.ts';

type Quote = StaffRecord['quotes'][number];

const quote: Quote = {
  quoteId: 'q1',
  state: 'open',
  currency: 'EUR',
  amounts: { anonymisation: 120_000, margin: 15_405 },
  total: 135_405,
  text: 'Two days of engineering.',
  validOn: '2026-12-20',
  validUntil: Date.parse('2026-12-20T22:59:59.999Z'),
  isOver: false,
  sentAt: Date.parse('2026-11-20T09:00:00Z'),
  objected: null,
  settledAt: null,
  sentBy: null,
  settledBy: null,
};
const objected = { ...quote, state: 'objected', objected: { at: quote.sentAt, text: 'Too much.' } };
const { notifiesAuthority: _, ...quoteLetter } = letter;
const dayOf = (quotes: Quote[]) =>
  quotes.find(({ state, isOver }) => state === 'open' && !isOver)?.validOn ?? null;
const HEADING = 'Compensation';
const UNDER_REVIEW = 'dataRequest.underReview';

const openBody = (quotes: Quote[]) =>
  openApplication(recordOf('public', UNDER_REVIEW, { quotes, quoteDay: dayOf(quotes) }));
const openCase = (quotes: Quote[], more: object = {}, user = reviewer) =>
  showCase(
    (shown) => (
      <>
        <DecisionArea record={shown} />
        <CaseQuotes record={shown} />
      </>
    ),
    {
      deskApplication: caseOf('public', UNDER_REVIEW, { quotes, ...more }),
      deskPreview: letter,
      deskQuotePreview: quoteLetter,
    },
    user,
  );
const buttonsIn = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test('a body that received a quote sees the deadline and a link to the quote', async () => {
  const nothing = 'Nothing to do for you now';
  const user = openBody([quote]);
  await screen.findByText(/Accept it or object to it by 20 December 2026\./);
  expect(screen.queryByText(nothing)).toBeNull();
  const section = await sectionOf(HEADING);
  await user.click(screen.getByRole('link', { name: 'See the quote' }));
  await waitFor(() => expect(document.activeElement).toBe(section));
});

test.each([
  ['objected to', objected],
  ['not valid any more', { ...quote, isOver: true }],
  ['withdrawn', { ...quote, state: 'withdrawn', settledAt: quote.sentAt }],
])('nothing has to be done about a quote that is %s', async (_, other) => {
  openBody([other]);
  await screen.findByText('Nothing to do for you now');
  expect(screen.queryByRole('link', { name: 'See the quote' })).toBeNull();
});

test('a body sees the parts of a quote, and accepts it after a confirmation', async () => {
  const user = openBody([quote]);
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain('€1,354.05 · Open');
  expect(itemsOf(within(section).getByRole('list'))).toEqual([
    'Anonymisation: €1,200.00',
    'Reasonable margin: €154.05',
  ]);
  expect(textOf(section)).toContain(
    'Two days of engineering.Sent on 20 November 2026, valid until 20 December 2026',
  );
  const accept = { name: 'Accept the quote' };
  await user.click(within(section).getByRole('button', accept));
  const dialog = await screen.findByRole('dialog');
  expect(textOf(dialog)).toContain('owes the data holder €1,354.05');
  await sendRejected(user, 'quoteAnswer', 'Accept the quote', 'The quote is accepted.');
  // After an error it can be accepted again.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const accepted = { ...quote, state: 'accepted', settledAt: quote.sentAt };
  answerWith({
    quoteAnswer: { applicationNumber: NUMBER, quoteId: 'q1' },
    applicationDetails: recordOf('public', UNDER_REVIEW, { quotes: [accepted] }),
  });
  await user.click(within(section).getByRole('button', accept));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', accept));
  await screen.findByText('The quote is accepted.');
  await waitFor(() => expect(textOf(section)).toContain('€1,354.05 · Accepted'));
  expect(sentTo('quoteAnswer').slice(1)).toEqual([
    { applicationNumber: NUMBER, quoteId: 'q1', answer: 'accept' },
  ]);
  expect(buttonsIn(section)).toEqual([]);
});

test('a body objects with a reason, reads about the authority, and can still accept', async () => {
  const user = openBody([quote]);
  const section = await sectionOf(HEADING);
  await user.click(within(section).getByRole('button', { name: 'Object to the quote' }));
  await fill(user, [write('Why do you object? (optional)', 'Too much.')]);
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:objection:/)]);
  const sent = await sendTwice(
    ...([user, 'quoteAnswer', 'Send the objection', 'Your objection is sent.'] as const),
    {
      quoteAnswer: { applicationNumber: NUMBER, quoteId: 'q1' },
      applicationDetails: recordOf('public', UNDER_REVIEW, { quotes: [objected] }),
    },
  );
  await waitFor(() => expect(textOf(section)).toContain('Objection of 20 November 2026Too much.'));
  expect(sent).toEqual([
    { applicationNumber: NUMBER, quoteId: 'q1', answer: 'object', text: 'Too much.' },
  ]);
  expect(textOf(section)).toContain('lodge a complaint with the competent authority');
  expect(buttonsIn(section)).toEqual(['Accept the quote']);
});

test.each([
  ['an expired quote', { ...objected, isOver: true }, 'No longer valid'],
  ['a quote in a state of an earlier release', { ...quote, state: 'lapsed' }, 'lapsed'],
])(
  '%s is shown to the body without actions; without a quote nothing is shown',
  async (_, other, words) => {
    openBody([other]);
    const section = await sectionOf(HEADING);
    expect(textOf(section)).toContain(`€1,354.05 · ${words}`);
    expect(buttonsIn(section)).toEqual([]);
    cleanup();
    openBody([]);
    await sectionOf('History');
    expect(screen.queryByRole('heading', { name: HEADING })).toBeNull();
  },
);

test.each([
  ['a reviewer can follow an expired quote by another', reviewer, true, 2],
  ['an auditor can read a quote but not change it', auditor, false, 0],
])('%s', async (_, user, isOver, count) => {
  openCase([{ ...quote, isOver }], {}, user);
  const all = ['Withdraw the quote', 'Send a quote'];
  expect(buttonsIn(await sectionOf(HEADING))).toEqual(all.slice(0, count));
});

test('a reviewer sends a quote; an amount that can be read in two ways is rejected', async () => {
  const user = openCase([]);
  const section = await sectionOf(HEADING);
  await user.click(within(section).getByRole('button', { name: 'Send a quote' }));
  const first = await within(section).findByRole('combobox', { name: 'Currency' });
  // The form has the focus once its draft is loaded.
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.click(await screen.findByRole('button', { name: 'Send the quote' }));
  for (const problem of [
    'Enter at least one amount',
    'Write how the amounts are calculated',
    'Enter the last day on which the quote can be accepted',
  ])
    await within(section).findByRole('link', { name: problem });
  await fill(user, [set('Valid until', '2020-01-31')]);
  await user.click(screen.getByRole('button', { name: 'Send the quote' }));
  await within(section).findByRole('link', {
    name: 'Enter today’s date or a later one, at most 10 years ahead',
  });
  const amount = 'Anonymisation (optional)';
  await fill(user, [write(amount, '1.250')]);
  await user.click(screen.getByRole('button', { name: 'Send the quote' }));
  await within(section).findByRole('link', {
    name: 'Enter an amount with at most two decimal places, like 12,500.50',
  });
  const [valid] = [`${new Date().getUTCFullYear() + 1}-01-31`];
  await fill(user, [
    pick('Currency', 'PLN – Polish Zloty'),
    write(amount, '1,250.50'),
    write('Reasonable margin (optional)', '1 100,5'),
    write('Basis of the calculation', 'Two days of engineering.'),
    set('Valid until', valid),
  ]);
  const sent = {
    applicationNumber: NUMBER,
    currency: 'PLN',
    amounts: { anonymisation: '1250.50', margin: '1100.5' },
    text: 'Two days of engineering.',
    validOn: valid,
  };
  const shown = await within(section).findByRole('region', { name: 'The letter' });
  expect(textOf(shown)).toBe('DecyzjaSzanowna Pani');
  expect(sentTo('deskQuotePreview')).toEqual([sent]);
  const again = await sendTwice(user, 'deskQuoteSend', 'Send the quote', 'The quote is sent.', {
    deskQuoteSend: { applicationNumber: NUMBER, quoteId: 'q1' },
    deskApplication: caseOf('public', UNDER_REVIEW, { quotes: [quote] }),
  });
  await waitFor(() => expect(textOf(section)).toContain('€1,354.05 · Open'));
  expect(again).toEqual([sent]);
  expect(buttonsIn(section)).toEqual(['Withdraw the quote']);
});

test('the desk reads an objection, withdraws the quote and sends another', async () => {
  const user = openCase([objected]);
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain('Objected to');
  expect(textOf(section)).toContain('Too much.');
  answerWith({
    deskQuoteWithdraw: { applicationNumber: NUMBER, quoteId: 'q1' },
    deskApplication: caseOf('public', UNDER_REVIEW, {
      quotes: [
        {
          ...objected,
          state: 'withdrawn',
          settledAt: quote.sentAt,
          sentBy: 'rolf@example.eu',
          settledBy: 'anna@example.eu',
        },
      ],
    }),
  });
  await user.click(within(section).getByRole('button', { name: 'Withdraw the quote' }));
  await waitFor(() => expect(buttonsIn(section)).toEqual(['Send a quote']));
  expect(textOf(section)).toMatch(/Sent by rolf@example\.eu.*Withdrawn by anna@example\.eu/);
  expect(sentTo('deskQuoteWithdraw')).toEqual([{ applicationNumber: NUMBER, quoteId: 'q1' }]);
});

test('in an emergency only public acknowledgement can be asked for', async () => {
  const { public: form } = caseOf('public');
  const emergency = { public: form && { ...form, type: 'publicEmergency' } };
  const user = openCase([], emergency);
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain('free of charge');
  expect(buttonsIn(section)).toEqual(['Ask for public acknowledgement']);
  const acknowledgement = { at: quote.sentAt, askedBy: 'rolf@example.eu' };
  answerWith({
    deskAcknowledgementAsk: { applicationNumber: NUMBER },
    deskApplication: caseOf('public', UNDER_REVIEW, { ...emergency, acknowledgement }),
  });
  await user.click(within(section).getByRole('button', { name: 'Ask for public acknowledgement' }));
  await waitFor(() =>
    expect(textOf(section)).toContain(
      'Public acknowledgement asked for on 20 November 2026Asked by rolf@example.eu',
    ),
  );
  expect(buttonsIn(section)).toEqual([]);
});

test('an ended application without a quote has no part about compensation', async () => {
  const parts = (shown: ReturnType<typeof caseOf>) => (
    <>
      <p>{shown.number}</p>
      <CaseQuotes record={shown} />
    </>
  );
  showCase(parts, { deskApplication: caseOf('public', 'terminated.byHolder') });
  await screen.findByText(NUMBER);
  expect(screen.queryByRole('heading', { name: HEADING })).toBeNull();
});

test.each([
  [quote, 'The body has not answered the quote of €1,354.05'],
  [objected, 'The body has objected to the quote of €1,354.05'],
  [{ ...quote, state: 'accepted', settledAt: 1 }, null],
])(
  'an approval mentions a quote without an answer or with an objection (case %#)',
  async (quoteGiven, expectedText) => {
    const user = openCase([quoteGiven]);
    await user.click(await screen.findByRole('radio', { name: 'Approve the data request' }));
    const decision = await sectionOf('Decision');
    await within(decision).findByRole('button', { name: 'Send' });
    if (expectedText) await within(decision).findByText(expectedText);
    else await waitFor(() => expect(textOf(decision)).not.toContain('the quote of'));
  },
);
