import { expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Decision, decisions } from '#contract/decision.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { completeExtent } from '#tests/server/public-request.ts';
import {
  contents,
  requestAt,
  requestedForThirdParty,
  type SeededPortal,
  type Stage,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';

type Content = (portal: SeededPortal) => Promise<object>;

/** Calls that move an application on: stage, caller, content and different content. */
const calls: [EndpointName, Stage, 'owner' | 'reviewer', Content, object][] = [
  [
    'personDataApplication',
    'awaited',
    'owner',
    async ({ services }) => ({ form: requestAt(services.now()) }),
    { form: { ...requestAt(Date.parse('2026-11-20T00:00:00Z')), dataTypes: ['location'] } },
  ],
  [
    'qualificationReviewSup',
    'informationRequired',
    'owner',
    async ({ uploaded }) => ({ text: 'Page 2.', files: [await uploaded()] }),
    { text: 'Page 2.', files: [] },
  ],
  [
    'personDataApplicationSup',
    'dataInformationRequired',
    'owner',
    async ({ uploaded }) => ({ text: 'Page 2.', files: [await uploaded()] }),
    { text: 'Page 3.', files: [] },
  ],
  ['deskPassQualification', 'underReview', 'reviewer', async () => ({}), { text: 'Welcome.' }],
];

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);

test.each(calls)('%s returns the same result when repeated', async (...each) => {
  const [name, stage, who, contentOf, other] = each;
  const content = await contentOf(portal);
  const { number: applicationNumber, revision } = await portal.applicationAt(stage);
  const send = (sent = content, by: keyof SeededPortal['tokens'] = who) =>
    portal.call(name, { applicationNumber, revision, ...sent } as never, {
      token: portal.tokens[by],
    });
  // Twice at once, and once more because the answer was lost.
  const [first, second] = await Promise.all([send(), send()]);
  expectCode(first, codes.ok);
  expect([second.code, second.data]).toEqual([
    codes.ok,
    { applicationNumber, revision: revision + 1 },
  ]);
  const before = await contents(portal);
  const third = await send();
  expect([third.code, third.data]).toEqual([codes.ok, first.data]);

  // With another content, revision or caller it is another call.
  expectCode(await send(other), codes.outdated);
  expectCode(await send({ ...content, revision: revision - 1 }), codes.outdated);
  const [stranger, refused] =
    who === 'owner'
      ? (['stranger', codes.notFound] as const)
      : (['owningReviewer', codes.outdated] as const);
  expectCode(await send(content, stranger), refused);
  expect(await contents(portal)).toEqual(before);
});

test('repeated supplements are recognized, the earlier also after later events', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('informationRequired');
  const { owner, reviewer } = portal.tokens;
  const supply = async (at: number, files: string[]) =>
    portal.granted(
      'qualificationReviewSup',
      { applicationNumber, revision: at, text: 'Page 2.', files },
      { token: owner },
    );
  const [page2, page3] = [await portal.uploaded(), await portal.uploaded()];
  const first = await supply(revision, [page2]);
  const question = { text: 'And page 3?', dueOn: '2099-01-31' };
  const asked = { applicationNumber, revision: revision + 1, ...question };
  await portal.granted('deskRequestInformation', asked, { token: reviewer });
  const later = await supply(revision + 2, [page3]);
  expect(await supply(revision + 2, [page3])).toEqual(later);
  const passed = { applicationNumber, revision: revision + 3 };
  await portal.granted('deskPassQualification', passed, { token: reviewer });
  expect(await supply(revision, [page2])).toEqual(first);
  expect(await supply(revision + 2, [page3])).toEqual(later);
});

const takenBack: [Stage, EndpointName, EndpointName, object][] = [
  ['approved', 'deskSuspend', 'deskResume', { text: 'The agreement was broken.' }],
  ['requested', 'deskWithhold', 'deskResume', { text: 'Access control is missing.' }],
  ['requested', 'deskApprove', 'deskWithdrawApproval', {}],
  ['requested', 'deskApprove', 'deskSuspend', {}],
  ['underReview', 'deskRefuse', 'deskReopen', { ground: 'tradeSecrets', text: 'A secret.' }],
  [
    'underReview',
    'deskRequestInformation',
    'deskWithdrawQuestion',
    { text: 'Page 2?', dueOn: '2099-01-31' },
  ],
];

test.each(takenBack)('%s: %s repeated after %s is outdated', async (...each) => {
  const [stage, name, takeBack, content] = each;
  const { number: applicationNumber, revision } = await portal.applicationAt(stage);
  const token = await signInAs(portal, 'lead@example.eu', ['reviewer', 'lead']);
  const send = (at: number, sent: EndpointName, input: object) =>
    portal.call(sent, { applicationNumber, revision: at, ...input } as never, { token });
  expectCode(await send(revision, name, content), codes.ok);
  expectCode(await send(revision, name, content), codes.ok);
  expectCode(await send(revision + 1, takeBack, { text: 'It was a mistake.' }), codes.ok);
  expectCode(await send(revision, name, content), codes.outdated);
});

const withoutRecipient = async () => {
  const { applicationNumber, revision } = await requestedForThirdParty(portal);
  const named = { applicationNumber, email: 'repair@example.com' };
  await portal.granted('nameRecipient', named, owner);
  await portal.granted('withdrawRecipient', { applicationNumber }, owner);
  return { number: applicationNumber, revision };
};
const unlinked = async () => {
  const requested = await portal.applicationAt('requested');
  await endLinks(portal.services.store, VEHICLE, portal.services.now());
  onTestFinished(() => endLinks(portal.services.store, VEHICLE, null));
  return requested;
};
const requested = () => portal.applicationAt('requested');
const underReview = () => portal.applicationAt('underReview');

test.each<[string, () => Promise<{ number: string; revision: number }>, Decision, object, number]>([
  ['of an unlinked vehicle', unlinked, 'approve', {}, codes.vehicleNotLinked],
  ['without a recipient', withoutRecipient, 'approve', {}, codes.recipientMissing],
  ['with a wrong extent', requested, 'approve', { extent: completeExtent() }, codes.invalid],
  [
    'with a wrong earlier request',
    underReview,
    'refuse',
    { text: 'No.', ground: 'alreadyProvided', earlier: 'VD-20261120-000000' },
    codes.invalid,
  ],
  [
    'with a past date',
    underReview,
    'request',
    { text: 'Page 2?', dueOn: '2020-01-01' },
    codes.invalid,
  ],
])('a decision on an older revision is outdated, also %s', async (...each) => {
  const [, prepare, decision, content, code] = each;
  const { number: applicationNumber, revision } = await prepare();
  const name = decisions[decision].call;
  const decide = (at: number) =>
    portal.call(name, { applicationNumber, revision: at, ...content } as never, reviewer);
  const preview = (at: number) =>
    portal.call('deskPreview', { applicationNumber, revision: at, decision, ...content }, reviewer);
  expectCode(await decide(revision - 1), codes.outdated);
  expectCode(await preview(revision - 1), codes.outdated);
  expectCode(await decide(revision), code);
});
