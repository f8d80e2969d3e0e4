import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { itemsToAskFor } from '#contract/information-items.ts';
import { languageCodes } from '#contract/languages.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { contents, type Stage, startSeededPortal } from '#tests/server/seeded-portal.ts';

const AUTHORITY = 'authority@example.eu';

const portal = portalOfFile(() => startSeededPortal({ AUTHORITY_MAILBOX: AUTHORITY }));
const { owner, reviewer } = callersOf(portal);
// Allows a further code, and gives the last mail a later time than the earlier mails.
beforeEach(() => portal.clock.advance(61_000));

const applicationAt = async (stage: Stage = 'underReview', token?: string) => {
  const { number: applicationNumber, revision } = await portal.applicationAt(stage, token);
  return { applicationNumber, revision };
};

/** Returns the last mail to an address in the outbox. */
const lastMailTo = async (recipient: string) =>
  (await rows(portal.services, 'mail', { recipient })).at(-1);

describe('the preview of a decision', () => {
  test('equals the mail that is sent, and nothing is written before', async () => {
    const asked = {
      ...(await applicationAt()),
      text: 'The second page is missing.',
      items: ['vehicleProof', 'purpose'] as ('vehicleProof' | 'purpose')[],
      dueOn: '2026-12-24',
    };
    const before = await contents(portal);
    const { data } = await portal.call('deskPreview', { ...asked, decision: 'request' }, reviewer);
    // Only the log changes: it records who read the requester’s address.
    const { audit_entry, audit_head, seal } = before;
    expect({ ...(await contents(portal)), audit_entry, audit_head, seal }).toEqual(before);
    expect(data).toMatchObject({ recipient: 'owner@example.eu', language: 'en' });
    expect(data.body).toContain('– Vehicle proof\n– Purpose of use\n\nThe second page is missing.');
    portal.clock.advance(1000);
    expectCode(await portal.call('deskRequestInformation', asked, reviewer), 200);
    const { subject, body, language } = data;
    expect(await lastMailTo('owner@example.eu')).toMatchObject({ subject, body, language });
  });

  test('is logged once while the text is typed', async () => {
    const subject = { ...(await applicationAt()), decision: 'pass' } as const;
    for (const text of ['W', 'Wel', 'Welcome'])
      await portal.granted('deskPreview', { ...subject, text }, reviewer);
    await flushReads(portal.services.store);
    const application_number = subject.applicationNumber;
    const entries = await rows(portal.services, 'audit_entry', { application_number });
    expect(entries.filter(({ detail }) => detail === 'preview')).toHaveLength(1);
  });

  test('is in the requester’s language', async () => {
    const owner = await portal.signIn('owner@example.eu', { language: 'pl' });
    const input = { ...(await applicationAt('underReview', owner)), decision: 'pass' } as const;
    const { data } = await portal.call('deskPreview', input, { ...reviewer, language: 'fr' });
    expect(data.language).toBe('pl');
    expect(data.body).toContain('Z\u00a0poważaniem');
    portal.clock.advance(61_000);
    await portal.signIn('owner@example.eu', { language: 'en' });
  });

  test.each([
    ['submitted', 'start'],
    ['requested', 'approve'],
  ] as const)('of a step without a mail is empty: %s, %s', async (stage, decision) => {
    const input = { ...(await applicationAt(stage)), decision };
    const { data } = await portal.call('deskPreview', input, reviewer);
    expect(data).toMatchObject({ subject: '', body: '' });
  });

  test.each([
    ['tradeSecrets', true],
    ['userNotIdentified', false],
  ] as const)('of a refusal on %s announces a notice to the authority: %s', async (ground, is) => {
    const refusal = { ...(await applicationAt()), ground, text: 'It would be disclosed.' };
    const { data } = await portal.call('deskPreview', { ...refusal, decision: 'refuse' }, reviewer);
    expect(data.notifiesAuthority).toBe(is);
    portal.clock.advance(1000);
    expectCode(await portal.call('deskRefuse', refusal, reviewer), 200);
    const subject = (await lastMailTo(AUTHORITY))?.subject ?? '';
    expect(subject.includes(refusal.applicationNumber)).toBe(is);
  });

  test.each(['gatekeeper', 'notRequestedByUser'] as const)(
    'rejects %s as a ground against users who ask for themselves',
    async (ground) => {
      const refusal = { ...(await applicationAt()), ground, text: 'No.' };
      const fields = [{ field: 'ground', problem: 'choice' }];
      const wrong = { code: codes.invalid, data: { fields } };
      const preview = { ...refusal, decision: 'refuse' } as const;
      expect(await portal.call('deskPreview', preview, reviewer)).toMatchObject(wrong);
      expect(await portal.call('deskRefuse', refusal, reviewer)).toMatchObject(wrong);
    },
  );

  test.each([
    ['a date is missing', { decision: 'request', text: 'More, please.' }, 'dueOn', 'required'],
    ['a text is missing', { decision: 'request', dueOn: '2099-01-31' }, 'text', 'required'],
    ['a ground is missing', { decision: 'refuse', text: 'No.' }, 'ground', 'required'],
    ['a substantiation is missing', { decision: 'withhold' }, 'text', 'required'],
    ['a date is past', { decision: 'request', text: 'M.', dueOn: '2020-01-31' }, 'dueOn', 'range'],
  ] as const)('is rejected with the name of the field if %s', async (_, input, field, problem) => {
    const preview = { ...(await applicationAt()), ...input };
    const answer = await portal.call('deskPreview', preview, reviewer);
    expectAnswer(answer, { status: 400, code: codes.invalid });
    expect(answer.data).toEqual({ fields: [{ field, problem }] });
  });

  test('of a decision that the statechart does not allow is rejected', async () => {
    const subject = await applicationAt();
    const approve = { ...subject, decision: 'approve' } as const;
    expectCode(await portal.call('deskPreview', approve, reviewer), codes.notAllowedNow);
    const outdated = { ...subject, revision: subject.revision - 1, decision: 'pass' } as const;
    expectCode(await portal.call('deskPreview', outdated, reviewer), codes.outdated);
  });
});

describe('items to ask for', () => {
  test('are worded for the requester and labelled for the reviewer', async () => {
    const owner = await portal.signIn('owner@example.eu', { language: 'es' });
    const { applicationNumber } = await applicationAt('underReview', owner);
    const inFrench = { ...reviewer, language: 'fr' as const };
    const { data } = await portal.call('deskInformationItems', { applicationNumber }, inFrench);
    expect(data.map(({ code }) => code)).toEqual(
      itemsToAskFor('personal', 'qualification.underReview'),
    );
    expect(data.find(({ code }) => code === 'vehicleProof')).toMatchObject({
      label: 'Justificatif du véhicule',
      wording: expect.stringContaining('permiso de circulación'),
    });
    portal.clock.advance(61_000);
    await portal.signIn('owner@example.eu', { language: 'en' });
  });

  test('are shown to the requester in their language', async () => {
    const about = await applicationAt();
    const asked = { text: 'x', dueOn: '2099-01-31', items: ['agreement' as const] };
    await portal.granted('deskRequestInformation', { ...about, ...asked }, reviewer);
    const { applicationNumber } = about;
    const labels = new Set<string>();
    for (const language of languageCodes) {
      const caller = { ...owner, language };
      const { data } = await portal.call('applicationDetails', { applicationNumber }, caller);
      for (const { label } of data.informationRequest?.items ?? []) labels.add(label);
    }
    expect(labels.size).toBe(languageCodes.length);
  });
});
