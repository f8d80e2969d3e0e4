import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { expectTranslation } from '#tests/server/expect-translation.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

// Documents are written in a thread.
vi.mock('docx', () => {
  throw new Error('docx is loaded on the main thread');
});

const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startSeededPortal);
const { owner, reviewer } = callersOf(portal);

async function letterOf(applicationNumber: string) {
  const { response } = await portal.call('decisionLetter', { applicationNumber }, owner);
  expect(response.headers['content-type']).toContain('wordprocessingml');
  expect(response.headers['content-disposition']).toContain(`${applicationNumber}.docx`);
  return docxText(response.rawPayload);
}

async function refuse() {
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  const ground = 'userNotIdentified' as const;
  const refusal = { applicationNumber, revision, ground, text: 'The proof names another owner.' };
  const answer = await portal.call('deskRefuse', refusal, reviewer);
  expectCode(answer, 200);
  return applicationNumber;
}

test('the letter is in the requester’s language, in English equals the approved text, at the desk too', async () => {
  const number = await refuse();
  // In winter it is the next day in Brussels by then.
  const at = Date.parse('2026-12-05T23:30:00Z');
  await changeRows(
    portal.services,
    'history_entry',
    { application_number: number, event: 'application.refuse' },
    { at },
  );
  const letterIn = async (language: Language) => {
    await changeRows(portal.services, 'account', { email: 'owner@example.eu' }, { language });
    return (await letterOf(number)).replaceAll(number, 'VD-20261120-4K7Q2M');
  };
  const english = await letterIn('en');
  await expect(english).toMatchFileSnapshot('letter.txt');
  for (const language of languageCodes)
    expectTranslation({ text: await letterIn(language), english }, ['Example Motors']);
  const { response } = await portal.call(
    'deskDecisionLetter',
    { applicationNumber: number },
    reviewer,
  );
  expect(await docxText(response.rawPayload)).toBe(await letterOf(number));
});

test('the history stores the ground’s code; each reader sees its article in their language', async () => {
  const number = await refuse();
  const refusal = { application_number: number, event: 'application.refuse' } as const;
  expect(await row(portal.services, 'history_entry', refusal)).toMatchObject({
    text: 'The proof names another owner.',
    facts_json: '{"ground":"userNotIdentified"}',
  });
  const shown = async (language: 'en' | 'pt') => {
    const { data } = await portal.call(
      'applicationDetails',
      { applicationNumber: number },
      { ...owner, language },
    );
    return data?.history.at(-1)?.text;
  };
  expect(await shown('en')).toBe('Article 4(5): The proof names another owner.');
  expect(await shown('pt')).toBe('artigo 4.º, n.º 5: The proof names another owner.');
});

test('a suspension has a letter; after it is resumed, the letter is that of the approval', async () => {
  const { number, revision } = await portal.applicationAt('approved');
  const approval = await letterOf(number);
  portal.clock.advance(3 * DAY);
  const about = { applicationNumber: number, text: 'The calibration data were published.' };
  const suspended = await portal.call('deskSuspend', { ...about, revision }, reviewer);
  const letter = await letterOf(number);
  for (const part of ['suspended', about.text, '23 November 2026']) expect(letter).toContain(part);
  portal.clock.advance(3 * DAY);
  const again = { ...about, ...granted(suspended), text: 'They were removed.' };
  await portal.granted('deskResume', again, reviewer);
  expect(await letterOf(number)).toBe(approval);
});

test('there is no letter before a decision, nor about a termination by the requester', async () => {
  const { number: awaited } = await portal.applicationAt('awaited');
  const { number: submitted, revision } = await portal.applicationAt('submitted');
  const refused = async (applicationNumber: string) =>
    expectAnswer(await portal.call('decisionLetter', { applicationNumber }, owner), {
      status: 409,
      code: codes.notAllowedNow,
    });
  for (const number of [awaited, submitted]) await refused(number);
  await portal.granted('terminateOrder', { applicationNumber: submitted, revision }, owner);
  await refused(submitted);
});

test('the page and the letter have the text of the e-mail', async () => {
  const decide = async (stage: 'requested' | 'approved', call: 'deskWithhold' | 'deskSuspend') => {
    const { number: applicationNumber, revision } = await portal.applicationAt(stage);
    const sent = { applicationNumber, revision, text: 'Access control is missing.' };
    await portal.granted(call, sent, reviewer);
    return applicationNumber;
  };
  const { number: lapsed } = await portal.applicationAt('awaited');
  portal.clock.advance(31 * DAY);
  await passDeadlines(portal.services);
  const numbers = {
    refused: await refuse(),
    ended: lapsed,
    withheld: await decide('requested', 'deskWithhold'),
    suspended: await decide('approved', 'deskSuspend'),
  };
  for (const [outcome, application_number] of Object.entries(numbers)) {
    const to = { recipient: 'owner@example.eu', application_number };
    const mails = await rows(portal.services, 'mail', to);
    const mail = mails.find(({ subject }) => subject.includes(outcome));
    const input = { applicationNumber: application_number };
    const details = await portal.call('applicationDetails', input, owner);
    const { decision } = granted(details);
    expect(await letterOf(application_number)).toContain(decision.at(0));
    expect(mail?.body).toContain(decision.join('\n\n'));
    expect(decision.at(0)).toMatch(/^We (have|are)/);
    expect(decision.join()).toContain('you can complain to the competent authority');
    for (const language of languageCodes) {
      const caller = { ...owner, language };
      const { decision: shown } = await portal.granted('applicationDetails', input, caller);
      expect(shown, language).toHaveLength(decision.length);
    }
  }
  const { number } = await portal.applicationAt('approved');
  const approved = { applicationNumber: number };
  const details = await portal.call('applicationDetails', approved, owner);
  expect(granted(details).decision).toEqual([]);
});
