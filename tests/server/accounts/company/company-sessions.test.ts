import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { purgeSignIns } from '#server/accounts/accounts.ts';
import { production, setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { portalOn, rows } from '#tests/server/fixture.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { ANNA, companyOfFile, refusedFor } from './company-browser.ts';

const MINUTE = 60_000;
const LEAD = { ...ANNA, roles: ['reviewer', 'lead'] };

/** A company that employs Anna as a lead. */
function company(hasRefreshTokens: boolean) {
  const site = companyOfFile({ hasRefreshTokens });
  beforeEach(() => site.company.employ('anna', LEAD));
  return {
    ...site,
    signedIn: async (): Promise<string> => (await site.browsers.signIn('anna')).data.token,
    queue: (token: string) =>
      site.portal.call('deskQueue', { turn: 'holder', page: 1, pageSize: 20 }, { token }),
  };
}

describe.each([
  ['with refresh tokens', true],
  ['with access tokens alone', false],
])('at a provider %s', (_, hasRefreshTokens) => {
  const { company: provider, portal, signedIn, queue } = company(hasRefreshTokens);

  test('a session is confirmed with the provider at most once a minute, whatever is called', async () => {
    const token = await signedIn();
    portal.clock.advance(MINUTE - 1);
    const before = provider.requests();
    expectCode(await queue(token), 200);
    expect(provider.requests()).toBe(before);
    for (let minute = 0; minute < 3; minute++) {
      portal.clock.advance(MINUTE);
      const asked = provider.requests();
      const answers = await Promise.all(Array.from({ length: 10 }, () => queue(token)));
      for (const answer of answers) expectCode(answer, 200);
      expect(provider.requests() - asked).toBe(hasRefreshTokens ? 2 : 1);
    }
  });

  test('a dismissed person is signed out within a minute, also after a clean-up', async () => {
    const token = await signedIn();
    await purgeSignIns(portal.services);
    provider.dismiss('anna');
    portal.clock.advance(MINUTE);
    for (let time = 0; time < 2; time++)
      expectAnswer(await queue(token), { status: 401, data: { ended: 'directory' } });
    expect(await rows(portal.services, 'company_session')).toEqual([]);
  });

  test('a person whose session at the provider ended is signed out within a minute', async () => {
    const token = await signedIn();
    provider.endSessions();
    portal.clock.advance(MINUTE);
    expectCode(await portal.call('currentUser', {}, { token }), 401);
  });

  test.each([
    ['a role', ['reviewer']],
    ['every role', []],
  ])(
    'a person who loses %s at the provider loses it here and is signed out within a minute',
    async (_, roles) => {
      const token = await signedIn();
      expectCode(await portal.call('staffUnlock', { email: 'a@b.eu' }, { token }), 200);
      provider.employ('anna', { ...LEAD, roles });
      portal.clock.advance(MINUTE);
      for (let time = 0; time < 2; time++)
        expectAnswer(await queue(token), { status: 401, data: { ended: 'roles' } });
      expect(await rows(portal.services, 'account', { is_lead: 1 })).toEqual([]);
    },
  );

  test('while the provider is unavailable calls fail and no session ends', async () => {
    const token = await signedIn();
    await provider.stop();
    portal.clock.advance(MINUTE);
    for (let time = 0; time < 2; time++)
      expect(await queue(token)).toMatchObject({
        status: 503,
        code: codes.otherSystemUnavailable,
        data: { system: 'companySignIn' },
      });
    await provider.resume();
    expectCode(await queue(token), 200);
    for (const status of [500, 502, 429]) {
      provider.hooks.status = status;
      portal.clock.advance(MINUTE);
      const refused = await queue(token);
      expectCode(refused, codes.otherSystemUnavailable);
      expect(refused.message).not.toMatch(/token|OAUTH|127\.0\.0\.1/);
      provider.hooks.status = null;
      expectCode(await queue(token), 200);
    }
  });
});

describe('a session', () => {
  const { company: provider, portal, browsers, signedIn, queue } = company(true);
  const anotherProcess = (settings: object, store = portal.services.store) => {
    const location = { dataDir: portal.services.config.DATA_DIR } as never;
    const now = portal.services.now();
    return portalOn({ store, location }, { now, settings: { ...production, ...settings } });
  };

  test('an account that is unlinked is signed out, logged, and linked again by the next sign-in', async () => {
    const token = await signedIn();
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
    expectCode(await browsers.signIn('anna'), 200);
    expect(await rows(portal.services, 'company_identity')).toHaveLength(1);
  });

  test('a lead can unlink a colleague but not themselves, and a reviewer cannot unlink anybody', async () => {
    const token = await signedIn();
    const lead = await signInAs(portal, 'lena@example.eu', ['lead']);
    const reviewer = await signInAs(portal, 'rita@example.eu', ['reviewer']);
    for (const one of [lead, reviewer]) await setUp(portal, one);
    const unlink = (email: string, by: string) =>
      portal.call('staffUnlinkCompany', { email }, { token: by });
    const linked = async () =>
      (await portal.granted('staffList', {}, { token: lead }))
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
    const token = await signedIn();
    portal.clock.advance(MINUTE);
    const other = await anotherProcess(provider.settings);
    const before = provider.requests();
    const answers = await Promise.all([
      queue(token),
      other.call('currentUser', {}, { token }),
      queue(token),
    ]);
    for (const answer of answers) expectCode(answer, 200);
    // The other process requests only the metadata of the provider.
    expect(provider.requests() - before).toBeLessThanOrEqual(4);
    expect(await rows(portal.services, 'session')).toHaveLength(1);
    await other.app.close();
  });

  test('a process does not use tokens that it read before another process refreshed them', async () => {
    const token = await signedIn();
    portal.clock.advance(MINUTE);
    const read = afterReading(portal.services, 'asking_until', () => queue(token));
    const other = await anotherProcess(provider.settings, read.store);
    expectCode(await other.call('currentUser', {}, { token }), 200);
    expectCode(await queue(token), 200);
    await other.app.close();
  });

  test('a session ends when the portal starts without its provider', async () => {
    const token = await signedIn();
    const other = await anotherProcess({});
    expectCode(await queue(token), 401);
    await other.app.close();
  });

  test('gives no role without the scope of the roles', async () => {
    portal.services.config.OIDC_SCOPE = 'openid email';
    expect(await browsers.signIn('anna')).toMatchObject(refusedFor('noRole'));
  });
});
