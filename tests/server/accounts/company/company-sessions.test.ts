import { afterEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { purgeSignIns } from '#server/accounts/accounts.ts';
import { production, setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { type Portal, portalOn, rows } from '#tests/server/fixture.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { granted } from '#tests/server/seeded-portal.ts';
import { type Company, startCompany } from './company.ts';
import { ANNA, browsersAt, REDIRECT_URI, refusedFor, startPortalOf } from './company-browser.ts';

const MINUTE = 60_000;
const LEAD = { ...ANNA, roles: ['reviewer', 'lead'] };

let company: Company;
let portal: Portal;
afterEach(async () => {
  await company.stop();
  await portal.close();
});

/** Anna, signed in at a provider with or without refresh tokens. */
async function signedIn(hasRefreshTokens: boolean): Promise<string> {
  company = await startCompany({ hasRefreshTokens, redirectUri: REDIRECT_URI });
  company.employ('anna', LEAD);
  portal = await startPortalOf(company);
  return (await browsersAt(company, portal).signIn('anna')).data.token;
}

const queue = (token: string) =>
  portal.call('deskQueue', { turn: 'holder', page: 1, pageSize: 20 }, { token });

describe.each([
  ['with refresh tokens', true],
  ['with access tokens alone', false],
])('at a provider %s', (_, hasRefreshTokens) => {
  test('a session is confirmed with the provider at most once a minute, whatever is called', async () => {
    const token = await signedIn(hasRefreshTokens);
    portal.clock.advance(MINUTE - 1);
    const before = company.requests();
    expectCode(await queue(token), 200);
    expect(company.requests()).toBe(before);
    for (let minute = 0; minute < 3; minute++) {
      portal.clock.advance(MINUTE);
      const asked = company.requests();
      const answers = await Promise.all(Array.from({ length: 10 }, () => queue(token)));
      for (const answer of answers) expectCode(answer, 200);
      expect(company.requests() - asked).toBe(hasRefreshTokens ? 2 : 1);
    }
  });

  test('a dismissed person is signed out within a minute, also after a clean-up', async () => {
    const token = await signedIn(hasRefreshTokens);
    await purgeSignIns(portal.services);
    company.dismiss('anna');
    portal.clock.advance(MINUTE);
    for (let time = 0; time < 2; time++)
      expectAnswer(await queue(token), { status: 401, data: { ended: 'directory' } });
    expect(await rows(portal.services, 'company_session')).toEqual([]);
  });

  test('a person whose session at the provider ended is signed out within a minute', async () => {
    const token = await signedIn(hasRefreshTokens);
    company.endSessions();
    portal.clock.advance(MINUTE);
    expectCode(await portal.call('currentUser', {}, { token }), 401);
  });

  test.each([
    ['a role', ['reviewer']],
    ['every role', []],
  ])(
    'a person who loses %s at the provider loses it here and is signed out within a minute',
    async (_, roles) => {
      const token = await signedIn(hasRefreshTokens);
      expectCode(await portal.call('staffUnlock', { email: 'a@b.eu' }, { token }), 200);
      company.employ('anna', { ...LEAD, roles });
      portal.clock.advance(MINUTE);
      for (let time = 0; time < 2; time++)
        expectAnswer(await queue(token), { status: 401, data: { ended: 'roles' } });
      expect(await rows(portal.services, 'account', { is_lead: 1 })).toEqual([]);
    },
  );

  test('while the provider is unavailable calls fail and no session ends', async () => {
    const token = await signedIn(hasRefreshTokens);
    await company.stop();
    portal.clock.advance(MINUTE);
    for (let time = 0; time < 2; time++)
      expect(await queue(token)).toMatchObject({
        status: 503,
        code: codes.otherSystemUnavailable,
        data: { system: 'companySignIn' },
      });
    await company.resume();
    expectCode(await queue(token), 200);
    for (const status of [500, 502, 429]) {
      company.hooks.status = status;
      portal.clock.advance(MINUTE);
      expectCode(await queue(token), codes.otherSystemUnavailable);
      company.hooks.status = null;
      expectCode(await queue(token), 200);
    }
  });
});

test('roles of a nested claim with the company’s own values are updated within a minute', async () => {
  company = await startCompany({ redirectUri: REDIRECT_URI });
  const employed = (...roles: string[]) =>
    company.employ('anna', { ...ANNA, roles: ['lead'], realm_access: { roles } });
  employed('cn=desk,dc=motors', 'desk leads', 'coffee');
  portal = await startPortalOf(company, {
    OIDC_ROLES_CLAIM: 'realm_access.roles',
    OIDC_ROLES: 'cn=desk,dc=motors=reviewer; desk leads=lead',
  });
  const { signIn } = browsersAt(company, portal);
  const { token } = (await signIn('anna')).data;
  const { data } = await portal.call('currentUser', {}, { token });
  expect(data.roles).toEqual(['requester', 'reviewer', 'lead']);
  employed('cn=desk,dc=motors', 'lead');
  portal.clock.advance(MINUTE);
  expect(await queue(token)).toMatchObject({ status: 401, data: { ended: 'roles' } });
  expect(await rows(portal.services, 'account', { is_lead: 1 })).toEqual([]);
});

test('a scope that is not requested from the provider gives no role', async () => {
  company = await startCompany({ redirectUri: REDIRECT_URI });
  company.employ('anna', LEAD);
  portal = await startPortalOf(company, { OIDC_SCOPE: 'openid email' });
  expect(await browsersAt(company, portal).signIn('anna')).toMatchObject(refusedFor('noRole'));
});

test('an account that is unlinked is signed out, logged, and linked again by the next sign-in', async () => {
  const token = await signedIn(true);
  const staff = () => runHere(portal, 'staff', ['unlink', ANNA.email]);
  expect(await staff()).toMatchObject({ status: 0, stdout: expect.stringContaining(ANNA.email) });
  expect(await queue(token)).toMatchObject({ status: 401, data: { ended: 'directory' } });
  expect(await rows(portal.services, 'company_identity')).toEqual([]);
  expect(await rows(portal.services, 'company_session')).toEqual([]);
  expect(await rows(portal.services, 'audit_entry', { action: 'company.unlink' })).toMatchObject([
    { actor: 'command line', detail: ANNA.email },
  ]);
  expect(await staff()).toMatchObject({
    status: 2,
    stderr: `${ANNA.email} is not linked to a company account\nSee --help.\n`,
  });
  expectCode(await browsersAt(company, portal).signIn('anna'), 200);
  expect(await rows(portal.services, 'company_identity')).toHaveLength(1);
});

test('a lead can unlink a colleague but not themselves, and a reviewer cannot unlink anybody', async () => {
  const token = await signedIn(true);
  const lead = await signInAs(portal, 'lena@example.eu', ['lead']);
  const reviewer = await signInAs(portal, 'rita@example.eu', ['reviewer']);
  for (const one of [lead, reviewer]) await setUp(portal, one);
  const unlink = (email: string, by: string) =>
    portal.call('staffUnlinkCompany', { email }, { token: by });
  const linked = async () =>
    granted(await portal.call('staffList', {}, { token: lead }))
      .filter(({ isCompanyLinked }) => isCompanyLinked)
      .map(({ email }) => email);
  expect(await linked()).toEqual([ANNA.email]);
  expectCode(await unlink(ANNA.email, reviewer), codes.forbidden);
  expectCode(await unlink('lena@example.eu', lead), codes.forbidden);
  expectCode(await unlink('rita@example.eu', lead), codes.notFound);
  expectCode(await queue(token), 200);
  expectCode(await unlink(ANNA.email, lead), 200);
  expect(await queue(token)).toMatchObject({ status: 401, data: { ended: 'directory' } });
  expect(await linked()).toEqual([]);
  expect(await rows(portal.services, 'audit_entry', { action: 'company.unlink' })).toMatchObject([
    { actor: 'lena@example.eu', detail: ANNA.email },
  ]);
});

test('if two processes confirm a session, one asks the provider and the other waits', async () => {
  const token = await signedIn(true);
  const { store } = portal.services;
  const other = await portalOn(
    { store, location: { dataDir: portal.services.config.DATA_DIR } as never },
    { now: portal.services.now() + MINUTE, settings: { ...production, ...company.settings } },
  );
  portal.clock.advance(MINUTE);
  const before = company.requests();
  const answers = await Promise.all([
    queue(token),
    other.call('currentUser', {}, { token }),
    queue(token),
  ]);
  for (const answer of answers) expectCode(answer, 200);
  // The other process requests only the metadata of the provider.
  expect(company.requests() - before).toBeLessThanOrEqual(4);
  expect(await rows(portal.services, 'session')).toHaveLength(1);
  await other.app.close();
});

test('a process does not use tokens that it read before another process refreshed them', async () => {
  const token = await signedIn(true);
  portal.clock.advance(MINUTE);
  const { services } = portal;
  const read = afterReading(services, 'asking_until', () => queue(token));
  const other = await portalOn(
    { store: read.store, location: { dataDir: services.config.DATA_DIR } as never },
    { now: services.now(), settings: { ...production, ...company.settings } },
  );
  expectCode(await other.call('currentUser', {}, { token }), 200);
  expectCode(await queue(token), 200);
  await other.app.close();
});

test('a session ends when the portal starts without its provider', async () => {
  const token = await signedIn(true);
  const { store, config } = portal.services;
  const location = { dataDir: config.DATA_DIR } as never;
  const other = await portalOn({ store, location }, { settings: production });
  expectCode(await queue(token), 401);
  await other.app.close();
});

test('the error message of a failed request to the provider contains no token', async () => {
  const token = await signedIn(true);
  const [session] = await rows(portal.services, 'company_session');
  expect(session?.tokens).toBeDefined();
  company.hooks.status = 500;
  portal.clock.advance(MINUTE);
  const answer = await queue(token);
  expect(answer.message).not.toMatch(/token|OAUTH|127\.0\.0\.1/);
});
