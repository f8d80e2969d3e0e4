import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { PASSWORD_MAILS_PER_HOUR } from '#contract/limits.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { expireReports } from '#server/applications/retention.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 24 * 60 * 60 * 1000;
const recipient = 'owner@example.eu';

const portal = portalOfTest(startSeededPortal);
const { owner } = callersOf(portal);

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
