import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import {
  contents,
  granted,
  requestAt,
  type SeededPortal,
  type Stage,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';

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

test('a repeated supplement is recognized also after a later event', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('informationRequired');
  const { owner, reviewer } = portal.tokens;
  const input = { applicationNumber, revision, text: 'Page 2.', files: [] };
  const first = await portal.call('qualificationReviewSup', input, { token: owner });
  const passed = { applicationNumber, revision: revision + 1 };
  expectCode(await portal.call('deskPassQualification', passed, { token: reviewer }), codes.ok);
  const again = await portal.call('qualificationReviewSup', input, { token: owner });
  expect([again.code, again.data]).toEqual([codes.ok, first.data]);
});

test('a repeat of the later of two supplements is recognized', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('informationRequired');
  const { owner, reviewer } = portal.tokens;
  const supply = async (at: number, files: string[]) =>
    portal.call(
      'qualificationReviewSup',
      { applicationNumber, revision: at, text: 'Page 2.', files },
      { token: owner },
    );
  granted(await supply(revision, [await portal.uploaded()]));
  const question = { text: 'And page 3?', dueOn: '2099-01-31' };
  const asked = { applicationNumber, revision: revision + 1, ...question };
  await portal.granted('deskRequestInformation', asked, { token: reviewer });
  const files = [await portal.uploaded()];
  const later = granted(await supply(revision + 2, files));
  expect(granted(await supply(revision + 2, files))).toEqual(later);
});

test('a suspension repeated after the sharing was resumed is outdated', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('approved');
  const token = portal.tokens.reviewer;
  const suspension = { applicationNumber, revision, text: 'The agreement was broken.' };
  await portal.granted('deskSuspend', suspension, { token });
  await portal.granted('deskSuspend', suspension, { token });
  const resumed = { applicationNumber, revision: revision + 1 };
  await portal.granted('deskResume', resumed, { token });
  expectCode(await portal.call('deskSuspend', suspension, { token }), codes.outdated);
});
