import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DESK = 'desk@example.eu';
const AUTHORITY = 'authority@example.eu';

const OWNER = 'owner@example.eu';

const portal = portalOfTest(() =>
  startSeededPortal({ DESK_MAILBOX: DESK, AUTHORITY_MAILBOX: AUTHORITY, DESK_LANGUAGE: 'fr' }),
);
const { owner, reviewer } = callersOf(portal);

async function mailsOf(number: string, recipient: string) {
  return portal.services.store.db
    .selectFrom('mail')
    .select(['language', 'subject', 'body'])
    .where('application_number', '=', number)
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();
}

test('a requester who terminates gets a confirmation in their language, and the desk a notice in its own', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('awaited');
  await changeRows(portal.services, 'account', { email: OWNER }, { language: 'pl' });
  await portal.granted('terminateOrder', { applicationNumber, revision }, owner);
  const confirmations = (await mailsOf(applicationNumber, OWNER)).filter(
    ({ subject }) => subject === `Wniosek ${applicationNumber} zamknięty`,
  );
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]).toMatchObject({ language: 'pl' });
  expect(confirmations[0]?.body).toContain('Zgodnie z\u00a0Państwa wolą wniosek został wycofany');
  const notices = (await mailsOf(applicationNumber, DESK)).filter(({ body }) =>
    body.includes('Le demandeur a retiré'),
  );
  const subject = expect.stringContaining(applicationNumber);
  expect(notices).toMatchObject([{ language: 'fr', subject }]);
});

test('each mail greets by the filed name and links to its application; the start of the review is not mailed', async () => {
  const { number, revision } = await portal.applicationAt('requested');
  const text = 'Two signals are not recorded.';
  await portal.granted('deskApprove', { applicationNumber: number, revision, text }, reviewer);
  const mails = await mailsOf(number, OWNER);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Application ${number} received`,
    `Application ${number}: please file your data request`,
    `Application ${number} approved`,
  ]);
  for (const { body } of mails) {
    expect(body).toMatch(/^Dear Anna Nowak,\n/);
    expect(body).toContain(`/home/data-acquisition/applications/${number}`);
  }
});

test('an approval without a remark is stated in the mail about the finished report', async () => {
  const { number } = await portal.applicationAt('approved');
  const subjects = (await mailsOf(number, OWNER)).map(({ subject }) => subject);
  expect(subjects).not.toContain(`Application ${number} approved`);
  await generateDue(portal.services);
  const ready = (await mailsOf(number, OWNER)).at(-1);
  expect(ready?.body).toContain('We have approved your data request.\n\nThe copy of the data');
});

test.each([
  ['tradeSecrets', 'secret d’affaires', 'article 4, paragraphe 8, et article 5, paragraphe 11'],
  ['safetyRequirements', 'exigences de sécurité', 'article 4, paragraphe 2'],
] as const)(
  'the authority is notified of a refusal for %s in the desk’s language',
  async (ground, meaning, citation) => {
    const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
    await portal.granted(
      'deskRefuse',
      { applicationNumber, revision, ground, text: 'Secret.' },
      reviewer,
    );
    const mails = await mailsOf(applicationNumber, AUTHORITY);
    expect(mails).toMatchObject([
      { language: 'fr', subject: expect.stringContaining(applicationNumber) },
    ]);
    for (const part of [meaning, citation]) expect(mails[0]?.body).toContain(part);
  },
);

test.each([
  {
    event: 'withhold',
    stage: 'requested',
    text: 'The agreed access control is missing.',
    toAuthority: 'bloqué le partage',
    subject: 'data withheld',
    resumed: 'data no longer withheld',
  },
  {
    event: 'suspend',
    stage: 'approved',
    text: 'The calibration data were published.',
    toAuthority: 'suspendu le partage',
    subject: 'sharing of data suspended',
    resumed: 'data shared again',
  },
] as const)('authority and requester are mailed the reason to $event the data', async (row) => {
  const { number: applicationNumber, revision } = await portal.applicationAt(row.stage);
  const call = row.event === 'withhold' ? 'deskWithhold' : 'deskSuspend';
  const sent = { applicationNumber, revision, text: row.text };
  expectCode(await portal.call(call, { ...sent, text: '' }, reviewer), codes.invalid);
  const answer = await portal.call(call, sent, reviewer);
  const toAuthority = await mailsOf(applicationNumber, AUTHORITY);
  expect(toAuthority).toMatchObject([{ language: 'fr' }]);
  for (const part of [row.toAuthority, 'article 4, paragraphe 7', row.text])
    expect(toAuthority[0]?.body).toContain(part);
  const [toRequester] = (await mailsOf(applicationNumber, OWNER)).filter(({ subject }) =>
    subject.endsWith(row.subject),
  );
  for (const part of ['Article 4(7) and Article 5(10)', row.text, 'Articles 37 and 38'])
    expect(toRequester?.body).toContain(part);

  const resume = { applicationNumber, revision: granted(answer).revision };
  await portal.granted('deskResume', resume, reviewer);
  const subjects = (await mailsOf(applicationNumber, OWNER)).map(({ subject }) => subject);
  expect(subjects.at(-1)).toBe(`Application ${applicationNumber}: ${row.resumed}`);
  expect(await mailsOf(applicationNumber, AUTHORITY)).toHaveLength(1);
});
