import { expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { PASSWORD_MAILS_PER_HOUR } from '#contract/limits.ts';
import { MAX_ATTEMPTS } from '#machines/limits.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { expireReports } from '#server/applications/retention.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { type Caller, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { owner } = callersOf(portal);

const DAY = 24 * 60 * 60 * 1000;
const recipient = 'owner@example.eu';

test.each([
  [0, 'Please generate it again in the portal.'],
  [3, 'It cannot be generated again. If you need the data, please file a new application.'],
])(
  'a report fails if every attempt to generate it crashes the process; after %d regenerations of 3 the mail says «%s»',
  async (regenerations, words) => {
    const { number: application_number } = await portal.applicationAt('approved');
    // The state after an interrupted start: the attempt is counted, but not ended.
    const interrupted = { state: 'generating', attempts: MAX_ATTEMPTS, regenerations };
    await changeRows(portal.services, 'report', { application_number }, interrupted);
    await generateDue(portal.services);
    expect(await row(portal.services, 'report', { application_number })).toMatchObject({
      state: 'failed',
      reason: 'failed',
      attempts: MAX_ATTEMPTS,
    });
    const subject = `Application ${application_number}: the file could not be generated`;
    const { body } = await row(portal.services, 'mail', { application_number, subject });
    expect(body).toContain(words);
    expect(body.includes('Please generate it again')).toBe(regenerations < 3);
    expect(await rows(portal.services, 'job', { kind: 'report' })).toEqual([]);
    const { items } = await portal.granted('history', {}, owner);
    expect(items.find(({ number }) => number === application_number)).toMatchObject({
      reportState: 'failed',
      regeneration: { regenerations, maxRegenerations: 3 },
    });
  },
);

test('the download of a report that is not ready is rejected with the reason', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  for (const [state, message] of Object.entries({
    queued: 'Generating file... check your email',
    generating: 'Generating file... check your email',
    empty: 'There are no data for this request',
    failed: 'The report could not be generated',
    expired: 'The report is no longer kept',
  })) {
    await changeRows(
      portal.services,
      'report',
      { application_number: applicationNumber },
      { state },
    );
    const answer = await portal.call('report', { applicationNumber }, owner);
    expect(answer).toMatchObject({ code: codes.reportNotReady, message, data: { state } });
  }
});

test('the preview of a report is returned while the file of the report exists', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  const ofIt = { application_number: applicationNumber };
  const called = (by: Caller = owner) => portal.call('reportPreview', { applicationNumber }, by);
  const stored = async () => (await row(portal.services, 'report', ofIt)).preview_json;
  expectCode(await called(), codes.reportNotReady);
  await generateDue(portal.services);
  expect((await called()).data).toMatchObject({
    isOneVehicle: true,
    types: [{ type: 'trips', rows: 1, reason: null }],
    months: [{ month: expect.stringMatching(/^2/) }],
  });

  // The reason for a data type without rows is in the reader's language.
  const preview = JSON.parse((await stored()) ?? '');
  preview.types.push(
    { type: 'battery', rows: 0, absence: 'masked' },
    { type: 'driver', rows: 0, absence: 'of a later release' },
  );
  await changeRows(portal.services, 'report', ofIt, { preview_json: JSON.stringify(preview) });
  const inFrench = (await called({ ...owner, language: 'fr' })).data;
  expect(inFrench?.types.map(({ reason }) => reason)).toEqual([
    null,
    expect.stringContaining('masqué'),
    null,
  ]);
  // A report of an earlier release has none.
  await changeRows(portal.services, 'report', ofIt, { preview_json: null });
  expect((await called()).data).toBeNull();

  await portal.granted('regenerateReport', { applicationNumber }, owner);
  await generateDue(portal.services);
  expect(await stored()).not.toBeNull();
  const at = portal.services.now();
  portal.clock.advance(400 * DAY);
  onTestFinished(() => portal.clock.set(at));
  await expireReports(portal.services);
  expect(await stored()).toBeNull();
  const token = await portal.signIn('owner@example.eu');
  expectCode(await called({ token }), codes.reportNotReady);
});

async function delivered() {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  return number;
}
const resend = (applicationNumber: string) =>
  portal.call('resendPassword', { applicationNumber }, owner);
const passwordsOf = async (application_number: string) => {
  const mails = await rows(portal.services, 'mail', { application_number, recipient });
  return mails.flatMap(({ body }) => /Password of the file: (\S+)/.exec(body)?.[1] ?? []);
};

test('the same password can be mailed again a few times an hour', async () => {
  const number = await delivered();
  portal.clock.advance(60_000);
  for (let count = 0; count < PASSWORD_MAILS_PER_HOUR; count++)
    expect(granted(await resend(number))).toEqual({ email: recipient });
  expectCode(await resend(number), codes.tooMany);
  const passwords = await passwordsOf(number);
  const { report } = await portal.granted(
    'applicationDetails',
    { applicationNumber: number },
    owner,
  );
  expect(report?.passwordMailedAt).toBe(portal.services.now());
  expect(passwords).toHaveLength(1 + PASSWORD_MAILS_PER_HOUR);
  expect(new Set(passwords).size).toBe(1);
});

test('the password is stored encrypted, also with the next secret, and only as long as the file', async () => {
  const { services } = portal;
  const number = await delivered();
  const [password = 'none'] = await passwordsOf(number);
  const stored = () => row(services, 'report', { application_number: number });
  expect(JSON.stringify(await stored())).not.toContain(password);
  const [secret] = services.config.SECRET;
  services.config.SECRET = ['the next one: of more than 32 characters', secret];
  await reseal(services);
  services.config.SECRET = ['the next one: of more than 32 characters'];
  granted(await resend(number));
  expect(await passwordsOf(number)).toEqual([password, password]);
  portal.clock.advance(40 * DAY);
  await expireReports(services);
  expect((await stored()).password).toBeNull();
  expectCode(await resend(number), codes.notAllowedNow);
});
