import { beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { unlinkCompany } from '#server/accounts/company/company-accounts.ts';
import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { ANNA, companyOfFile } from './company-browser.ts';

const MINUTE = 60_000;
const BEN = { ...ANNA, email: 'ben@motors.example' };

const { company, portal, browsers } = companyOfFile({ hasRefreshTokens: true });
/** Token of one of two people whom the company vouched for at the same moment. */
let anna: string;
beforeEach(async () => {
  company.employ('ben', BEN);
  anna = (await browsers.signIn('anna')).data.token;
  await browsers.signIn('ben');
});

const call = () => portal.call('currentUser', {}, { token: anna });

/** Rows of the person that is not involved. */
async function rowsOfBen() {
  const { services } = portal;
  const account = await row(services, 'account', { email: BEN.email });
  const session = await row(services, 'session', { account_id: account.id });
  const { token_digest } = session;
  return {
    account: [account],
    session: await rows(services, 'session', { account_id: account.id }),
    company_identity: await rows(services, 'company_identity', { account_id: account.id }),
    company_session: await rows(services, 'company_session', { token_digest }),
  };
}

/** Simulates another process that is asking the provider about Ben. */
const askAboutBen = async () => {
  const { company_session } = await rowsOfBen();
  const token_digest = company_session[0]?.token_digest ?? '';
  const asking_until = portal.services.now() + 10 * MINUTE;
  await changeRows(portal.services, 'company_session', { token_digest }, { asking_until });
};

test.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
  [
    'signs in again in another language',
    async () => {
      const { cookie, sent } = await browsers.returned('anna');
      portal.clock.advance(1);
      expectCode(await browsers.finish(cookie, sent, 'fr'), codes.ok);
    },
  ],
  [
    'is confirmed by the provider again',
    async () => {
      portal.clock.advance(MINUTE);
      expectCode(await call(), codes.ok);
    },
  ],
  [
    'cannot be confirmed by the provider',
    async () => {
      company.hooks.status = 500;
      portal.clock.advance(MINUTE);
      expectCode(await call(), codes.otherSystemUnavailable);
    },
    askAboutBen,
  ],
  [
    'is dismissed',
    async () => {
      company.dismiss('anna');
      portal.clock.advance(MINUTE);
      expectAnswer(await call(), { status: 401, data: { ended: 'directory' } });
    },
  ],
  [
    'is unlinked',
    async () => {
      expect(await unlinkCompany(portal.services, COMMAND_LINE, ANNA.email)).toBe(true);
    },
  ],
])('when one person %s, the rows of another person do not change', async (_, become, prepare) => {
  await prepare?.();
  const before = await rowsOfBen();
  for (const [table, { length }] of Object.entries(before)) expect(length, table).toBe(1);
  await become();
  expect(await rowsOfBen()).toEqual(before);
});
