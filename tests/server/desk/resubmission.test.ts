import { expect, test } from 'vitest';
import type { PersonalForm } from '#contract/personal-form.ts';
import { pdf, png } from '#tests/server/applications/samples.ts';
import { addRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { granted, personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);

async function upload(name: string, content: Uint8Array): Promise<string> {
  const sent = { fields: { usage: 'vehicleProof' }, file: { name, content } };
  const token = portal.tokens.owner;
  return granted(await portal.upload('personUploadCert', sent, { token })).fileId;
}

async function file(form: PersonalForm): Promise<string> {
  portal.clock.advance(1000);
  const input = { submissionId: crypto.randomUUID(), form };
  const filed = await portal.call('personQualificationReview', input, {
    token: portal.tokens.owner,
  });
  return granted(filed).applicationNumber;
}

const changesOf = async (applicationNumber: string) =>
  (
    await portal.granted(
      'deskApplication',
      { applicationNumber },
      { token: portal.tokens.reviewer },
    )
  ).resubmission;

test('an application filed again shows changed fields and files', async () => {
  const first = personalForm([await upload('old.pdf', pdf), await upload('letter.png', png)]);
  const earlier = await file(first);
  expect(await changesOf(earlier)).toBeNull();
  await portal.granted(
    'deskRefuse',
    {
      applicationNumber: earlier,
      revision: 0,
      ground: 'userNotIdentified',
      text: 'The name is another.',
    },
    { token: portal.tokens.reviewer },
  );

  // None of these is the earlier one, though refused later: of another vehicle, of the other kind, of
  // another requester, one that was filed after this, and one before the earlier one.
  const like = await row(portal.services, 'application', { number: earlier });
  const { id: stranger } = await row(portal.services, 'account', { email: 'stranger@example.eu' });
  const otherApplications = [
    { vehicle_id: null },
    { kind: 'public' as const },
    { requester_id: stranger },
    { created_at: like.created_at + 60_000 },
    { created_at: like.created_at - 60_000 },
  ];
  for (const [index, other] of otherApplications.entries())
    await addRows(portal.services, 'application', {
      ...like,
      number: `VD-BESIDE-${index}`,
      submission_id: `beside ${index}`,
      created_at: like.created_at + 500,
      ...other,
    });

  const again = await file({
    ...personalForm([
      await upload('same-letter.png', png),
      await upload('new.pdf', Buffer.from(`${pdf}%`)),
    ]),
    user: { ...first.user, lastName: 'Nowak-Kowalska', middleName: 'Maria' },
    purposeDetails: 'To sell the car.',
  });
  expect(await changesOf(again)).toEqual({
    earlier,
    fields: expect.toSatisfy((fields: object[]) => fields.length === 3),
    added: ['new.pdf'],
    removed: ['old.pdf'],
    kept: ['same-letter.png'],
  });
  expect(
    Object.fromEntries((await changesOf(again))?.fields.map((one) => [one.field, one]) ?? []),
  ).toEqual({
    'user.lastName': { field: 'user.lastName', before: ['Nowak'], after: ['Nowak-Kowalska'] },
    'user.middleName': { field: 'user.middleName', before: [], after: ['Maria'] },
    purposeDetails: { field: 'purposeDetails', before: [], after: ['To sell the car.'] },
  });
});

test('an approved application, or one its requester ended, is not compared', async () => {
  const { number } = await portal.applicationAt('approved', portal.tokens.owningReviewer);
  portal.clock.advance(1000);
  const next = await portal.applicationAt('submitted', portal.tokens.owningReviewer);
  expect(number).not.toBe(next.number);
  expect(await changesOf(next.number)).toBeNull();
});

test('a data request is not compared with an application that had none', async () => {
  const token = portal.tokens.owningReviewer;
  const { number: refused, revision } = await portal.applicationAt('submitted', token);
  const reason = { ground: 'userNotIdentified', text: 'The name is another.' } as const;
  const refusal = { applicationNumber: refused, revision, ...reason };
  await portal.granted('deskRefuse', refusal, { token: portal.tokens.reviewer });
  portal.clock.advance(1000);
  const { number } = await portal.applicationAt('requested', token);
  const changes = await changesOf(number);
  expect(changes?.earlier).toBe(refused);
  expect(changes?.fields.filter(({ field }) => field.startsWith('dataRequest'))).toEqual([]);
});

test.each<[string, object, boolean]>([
  ['the same type and purpose, from another account', {}, true],
  ['another type', { type: 'publicInterestTask' }, false],
  ['another purpose', { purpose: 'Traffic counts.' }, false],
])('a body’s request is compared by type and purpose: %s', async (_, change, isCompared) => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => `${id}@example.eu`);
  const form = { departmentName: `Board ${one}`, type: 'publicEmergency' as const };
  portal.clock.advance(61_000);
  const earlier = await publicRequest(portal, await portal.signIn(one ?? ''), form);
  const refusal = { applicationNumber: earlier, revision: 1, text: 'Not shown.' };
  const ground = 'conditionsNotMet' as const;
  await portal.granted('deskRefuse', { ...refusal, ground }, { token: portal.tokens.reviewer });
  portal.clock.advance(61_000);
  const token = await portal.signIn(two ?? '');
  const again = await publicRequest(portal, token, { ...form, ...change });
  expect((await changesOf(again))?.earlier).toBe(isCompared ? earlier : undefined);
});
