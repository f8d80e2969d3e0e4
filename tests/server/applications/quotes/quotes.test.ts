import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { completeExtent, publicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ DESK_MAILBOX: 'desk@example.eu' }));
const { reviewer } = callersOf(portal);
let body: { token: string };
beforeAll(async () => {
  body = { token: await portal.signIn('roads@example.eu', { language: 'fr' }) };
});

const offer = {
  currency: 'EUR',
  amounts: { anonymisation: '1200', adaptation: '340.5', aggregation: '0', margin: '154.05' },
  text: 'Two days of engineering.',
  validOn: '2026-12-20',
} as const;

/** The last millisecond of that day at the desk. */
const LAST = Date.parse('2026-12-20T23:00:00Z') - 1;

const sent = async (applicationNumber: string, more: object = {}) =>
  portal.call('deskQuoteSend', { applicationNumber, ...offer, ...more }, reviewer);
const answered = (applicationNumber: string, quoteId: string, answer: 'accept' | 'object') =>
  portal.call('quoteAnswer', { applicationNumber, quoteId, answer, text: 'Too much.' }, body);
const detailsOf = (applicationNumber: string) =>
  portal.granted('applicationDetails', { applicationNumber }, body);
const quotesOf = async (number: string) => (await detailsOf(number)).quotes;
const mailsTo = (recipient: string, application_number: string) =>
  rows(portal.services, 'mail', { application_number, recipient });

test('the preview of a quote equals the mail that is sent, and is logged once', async () => {
  const number = await publicRequest(portal, body.token);
  const preview = (more: object = {}) =>
    portal.call('deskQuotePreview', { applicationNumber: number, ...offer, ...more }, reviewer);
  const before = await mailsTo('roads@example.eu', number);
  granted(await preview({ text: 'Two days' }));
  const { recipient, language, subject, body: text } = granted(await preview());
  expect(await mailsTo('roads@example.eu', number)).toEqual(before);
  expect(await quotesOf(number)).toEqual([]);
  expectCode(await preview({ validOn: '2020-01-31' }), codes.invalid);
  await flushReads(portal.services.store);
  const entries = await rows(portal.services, 'audit_entry', { application_number: number });
  expect(entries.filter(({ detail }) => detail === 'preview')).toHaveLength(1);
  portal.clock.advance(1000);
  granted(await sent(number));
  const sentNow = (await mailsTo('roads@example.eu', number)).filter(
    ({ id }) => !before.some((mail) => mail.id === id),
  );
  expect(sentNow).toMatchObject([{ recipient, language, subject, body: text }]);
  expect(language).toBe('fr');
  expectCode(await preview({ text: 'Another.' }), codes.notAllowedNow);
});

test('a body gets a quote in its language, objects to it and accepts the next one', async () => {
  const number = await publicRequest(portal, body.token);
  const before = (await mailsTo('roads@example.eu', number)).length;
  portal.clock.advance(1000);
  const { quoteId } = granted(await sent(number));
  expect(granted(await sent(number)).quoteId).toBe(quoteId);
  expectCode(await sent(number, { text: 'Another.' }), codes.notAllowedNow);
  expect(await quotesOf(number)).toEqual([
    {
      quoteId,
      state: 'open',
      currency: 'EUR',
      amounts: { anonymisation: 120_000, adaptation: 34_050, margin: 15_405 },
      total: 169_455,
      text: offer.text,
      validOn: '2026-12-20',
      validUntil: LAST,
      isOver: false,
      sentAt: portal.services.now(),
      objected: null,
      settledAt: null,
    },
  ]);
  const mails = (await mailsTo('roads@example.eu', number)).slice(before);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain(
    '1 694,55 €'.replaceAll(' ', '\u202f').replace('\u202f€', '\u00a0€'),
  );

  expect((await detailsOf(number)).quoteDay).toBe('2026-12-20');

  const toDesk = async () => (await mailsTo('desk@example.eu', number)).length;
  const deskMails = await toDesk();
  granted(await answered(number, quoteId, 'object'));
  expect((await detailsOf(number)).quoteDay).toBeNull();
  expect(await toDesk()).toBe(deskMails + 1);
  expect(await quotesOf(number)).toMatchObject([
    { state: 'objected', objected: { at: portal.services.now(), text: 'Too much.' } },
  ]);
  expectCode(await answered(number, quoteId, 'object'), codes.notAllowedNow);
  await portal.granted('deskQuoteWithdraw', { applicationNumber: number, quoteId }, reviewer);
  expect(await mailsTo('roads@example.eu', number)).toHaveLength(before + 2);
  expectCode(await answered(number, quoteId, 'accept'), codes.notAllowedNow);

  portal.clock.advance(1);
  const { quoteId: next } = granted(await sent(number, { amounts: { margin: '0.01' } }));
  granted(await answered(number, next, 'accept'));
  expect(await toDesk()).toBe(deskMails + 2);
  expect(await quotesOf(number)).toMatchObject([
    { state: 'withdrawn' },
    { state: 'accepted', total: 1, objected: null, settledAt: portal.services.now() },
  ]);
  expect(
    (await rows(portal.services, 'audit_entry', { application_number: number }))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('quote.')),
  ).toEqual(['quote.send', 'quote.send', 'quote.withdraw', 'quote.send']);

  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('no quote can be sent for an emergency request or for a user’s application', async () => {
  const emergency = await publicRequest(portal, body.token, { type: 'publicEmergency' });
  const { number: ofOwner } = await portal.applicationAt('requested');
  for (const number of [emergency, ofOwner]) expectCode(await sent(number), codes.notAllowedNow);
  expect(await rows(portal.services, 'quote', { application_number: emergency })).toEqual([]);
});

test('a quote needs an amount, a future day and a request under review', async () => {
  const number = await publicRequest(portal, body.token);
  const nothing = await sent(number, { amounts: { margin: '0' } });
  expectAnswer(nothing, { status: 400, code: codes.invalid });
  expect(nothing.data).toEqual({ fields: [{ field: 'amounts.anonymisation', problem: 'range' }] });
  for (const amount of ['-1', '1,50', '1e3', '1.234'])
    expect((await sent(number, { amounts: { margin: amount } })).data).toEqual({
      fields: [{ field: 'amounts.margin', problem: 'format' }],
    });
  expectCode(await sent(number, { validOn: '2026-11-01' }), codes.invalid);
  const refusal = { applicationNumber: number, revision: 1, ground: 'conditionsNotMet' } as const;
  await portal.granted('deskRefuse', { ...refusal, text: 'No.' }, reviewer);
  expectCode(await sent(number), codes.notAllowedNow);
});

test('a quote cannot be answered or withdrawn under another application', async () => {
  const number = await publicRequest(portal, body.token);
  const { quoteId } = granted(await sent(number));
  const other = await publicRequest(portal, body.token);
  expectCode(await answered(other, quoteId, 'accept'), codes.notFound);
  const withdrawal = { applicationNumber: other, quoteId };
  expectCode(await portal.call('deskQuoteWithdraw', withdrawal, reviewer), codes.notFound);
  expect(await quotesOf(number)).toMatchObject([{ state: 'open' }]);
});

test('an unsettled quote expires and does not block the next one', async () => {
  const at = portal.services.now();
  const number = await publicRequest(portal, body.token);
  const day = (days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10);
  const sendUntil = (validOn: string) =>
    portal.call('deskQuoteSend', { applicationNumber: number, ...offer, validOn }, reviewer);
  granted(await sendUntil(day(1)));
  expectCode(await sendUntil(day(30)), codes.notAllowedNow);
  portal.clock.advance(3 * 86_400_000);
  const again = await portal.signIn('reviewer@example.eu');
  const next = { applicationNumber: number, ...offer, validOn: day(30) };
  await portal.granted('deskQuoteSend', next, { token: again });
  const late = { token: await portal.signIn('roads@example.eu') };
  const about = { applicationNumber: number };
  const { quotes } = await portal.granted('applicationDetails', about, late);
  expect(quotes.map(({ state, isOver }) => [state, isOver])).toEqual([
    ['open', true],
    ['open', false],
  ]);
  portal.clock.set(at);
});

test('an open quote does not block the approval, and can be answered afterwards', async () => {
  const number = await publicRequest(portal, body.token);
  const { quoteId } = granted(await sent(number));
  const approval = { applicationNumber: number, revision: 1, extent: completeExtent() };
  await portal.granted('deskApprove', approval, reviewer);
  portal.clock.set(LAST);
  const late = { token: await portal.signIn('roads@example.eu') };
  const answer = { applicationNumber: number, quoteId } as const;
  expectCode(
    await portal.call('quoteAnswer', { ...answer, answer: 'accept' }, late),
    codes.notAllowedNow,
  );
  await portal.granted('quoteAnswer', { ...answer, answer: 'object' }, late);
});
