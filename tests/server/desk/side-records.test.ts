import { expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { callersOf } from '#tests/server/callers.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest, publicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ AUTHORITY_MAILBOX: 'takes-no-mail' }));
const { stranger: body, reviewer, lead } = callersOf(portal, { lead: ['lead'] });

/** Counts reported to an open page; they equal those of a page opened now. */
async function sideRecords(applicationNumber: string) {
  const presence = await portal.call('deskPresence', { applicationNumber }, reviewer);
  const { recorded, revision } = granted(presence);
  const shown = await portal.granted('deskApplication', { applicationNumber }, reviewer);
  expect(shown).toMatchObject({ recorded, revision });
  return { recorded, revision };
}

/** Makes a call with its example and these values; expects an open page to notice the change. */
async function expectTold(number: string, name: EndpointName, who: typeof lead, values = {}) {
  const before = await sideRecords(number);
  const input = { ...(endpoints[name].example as object), applicationNumber: number, ...values };
  const answer = await portal.granted(name, input as never, who);
  expect(await sideRecords(number), `what is open after ${name}`).toEqual({
    ...before,
    recorded: before.recorded + 1,
  });
  return answer as Record<string, string>;
}

test('an open page notices notes, a quote and its answers', async () => {
  const number = await publicRequest(portal, body.token);
  await expectTold(number, 'deskNoteAdd', lead, { note: 'Seen.' });
  const { quoteId } = await expectTold(number, 'deskQuoteSend', reviewer, {
    validOn: '2026-12-20',
  });
  await expectTold(number, 'quoteAnswer', body, { quoteId, answer: 'object', text: 'Too much.' });
  await expectTold(number, 'quoteAnswer', body, { quoteId, answer: 'accept' });
});

test('an open page notices a dispute, its end, and reports of a body', async () => {
  const number = await givenRequest(portal, body.token);
  const { disputeId } = await expectTold(number, 'disputeRecord', body);
  const today = new Date(portal.services.now()).toISOString().slice(0, 10);
  await expectTold(number, 'deskDisputeEnd', reviewer, { disputeId, endedOn: today });
  await expectTold(number, 'passingOnNotify', body);
  await expectTold(number, 'erasureNotify', body, { erasedOn: today });
});

test('an open page notices a requested acknowledgement and a notified authority', async () => {
  const number = await publicRequest(portal, body.token, { type: 'publicEmergency' });
  await expectTold(number, 'deskAcknowledgementAsk', reviewer);
  const { number: other, revision } = await portal.applicationAt('underReview');
  const refusal = { ground: 'safetyRequirements', text: 'Because of that.' } as const;
  await portal.granted('deskRefuse', { applicationNumber: other, revision, ...refusal }, reviewer);
  await expectTold(other, 'deskAuthorityNotified', lead, { notifiedOn: '2026-11-20' });
});
