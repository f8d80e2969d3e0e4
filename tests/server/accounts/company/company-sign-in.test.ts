import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { cookieNames } from '#contract/limits.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, row, rows, startPortal } from '#tests/server/fixture.ts';
import { ANNA, companyOfFile, REDIRECT_URI, refusedFor, startPortalOf } from './company-browser.ts';

const { company, portal, browsers } = companyOfFile();

const me = (token: string) => portal.call('currentUser', {}, { token });

describe('a person who signs in at the company', () => {
  test('gets an account with the roles of the claim, by code and PKCE, and returns to /login', async () => {
    const { address, cookie } = await browsers.begin({ redirectUrl: '/desk?state=1' });
    const asked = Object.fromEntries(new URL(address).searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'portal',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email roles',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const back = await company.visit(address, 'anna');
    expect(back.origin + back.pathname).toBe(REDIRECT_URI);
    const finished = await browsers.finish(cookie, Object.fromEntries(back.searchParams));
    expectCode(finished, codes.ok);
    const { data, response } = finished;
    expect(data.redirectUrl).toBe('/desk?state=1');
    expect((await me(data.token)).data).toMatchObject({
      email: ANNA.email,
      roles: ['requester', 'reviewer'],
      secondFactor: 'given',
    });
    // The browser keeps nothing of the attempt.
    const emptied = { name: cookieNames.companySignIn, value: '' };
    const protectedCookie = { ...emptied, httpOnly: true, secure: true, sameSite: 'Strict' };
    expect(response.cookies).toContainEqual(expect.objectContaining(protectedCookie));
  });

  test('has sealed tokens in the database, and an unreadable cookie', async () => {
    const { cookie } = await browsers.returned('anna');
    expect(Buffer.from(cookie, 'base64').toString()).not.toMatch(/state|verifier/);
    expectCode(await browsers.signIn('anna'), 200);
    const [session] = await rows(portal.services, 'company_session');
    // A token contains dots, a sealed value (base64) does not.
    expect(session?.tokens).not.toMatch(/access|eyJ[\w-]*\./);
  });

  test('gets the same account at the next sign-in, with the roles of the new claim', async () => {
    const first = await me((await browsers.signIn('anna')).data.token);
    company.employ('anna', { ...ANNA, email: 'anna.new@motors.example', roles: 'lead' });
    const second = await me((await browsers.signIn('anna')).data.token);
    expect(second.data).toMatchObject({ id: first.data.id, roles: ['requester', 'lead'] });
    const changes = await rows(portal.services, 'audit_entry', { action: 'staff.change' });
    expect(changes.map(({ actor, detail }) => [actor, detail])).toEqual([
      ['company sign-in', `${ANNA.email}: none → reviewer`],
      ['company sign-in', `${ANNA.email}: reviewer → lead`],
    ]);
  });

  test('is announced to the other leads by mail as a new lead', async () => {
    await signInAs(portal, 'lena@motors.example', ['lead']);
    company.employ('anna', { ...ANNA, roles: ['lead'] });
    expectCode(await browsers.signIn('anna'), 200);
    const mails = await rows(portal.services, 'mail', { recipient: 'lena@motors.example' });
    const leadMail = mails.find(({ subject }) => subject === 'There is a new lead');
    expect(leadMail?.body).toContain(`${ANNA.email} is a lead at the desk from now on.`);
  });

  test('gets the staff account with their verified address', async () => {
    await signInAs(portal, ANNA.email, ['auditor']);
    const [before] = await rows(portal.services, 'account', { email: ANNA.email });
    const { data } = await me((await browsers.signIn('anna')).data.token);
    expect(data).toMatchObject({ id: before?.id, roles: ['requester', 'reviewer'] });
  });

  test('has roles in sessions of the company sign-in only', async () => {
    expectCode(await browsers.signIn('anna'), 200);
    const { data } = await me(await portal.signIn(ANNA.email));
    expect(data).toMatchObject({ roles: ['requester'], secondFactor: 'notNeeded' });
  });

  test('loses their roles when the claim has none, and reads why in their language', async () => {
    expectCode(await browsers.signIn('anna'), 200);
    company.employ('anna', { ...ANNA, roles: ['coffee'] });
    const { cookie, sent } = await browsers.returned('anna');
    const answer = await browsers.finish(cookie, sent, 'fr');
    expect(answer).toMatchObject(refusedFor('noRole'));
    expect(answer.message).toMatch(/rôle/);
    expect((await rows(portal.services, 'account', { email: ANNA.email }))[0]?.is_reviewer).toBe(0);
  });

  test('gets no account without a role', async () => {
    company.employ('guest', { ...ANNA, email: 'guest@motors.example', roles: [] });
    expect(await browsers.signIn('guest')).toMatchObject(refusedFor('noRole'));
    expect(await rows(portal.services, 'account', { email: 'guest@motors.example' })).toEqual([]);
    expect(await rows(portal.services, 'company_identity')).toEqual([]);
  });
});

test('a fresh sign-in asks for the password again and requires the provider’s confirmation', async () => {
  const { address } = await browsers.begin({ isFresh: true });
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    prompt: 'login',
    max_age: '60',
  });
  expectCode(await browsers.signIn('anna', { isFresh: true }), 200);
  company.hooks.idToken = (claims) => ({
    claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 },
  });
  expect(await browsers.signIn('anna', { isFresh: true })).toMatchObject(refusedFor('unfinished'));
});

test('a call that needs a fresh second factor requires a recent `auth_time` of the company sign-in', async () => {
  company.employ('anna', { ...ANNA, roles: ['lead'] });
  const authenticated = (at: number | undefined) => {
    company.hooks.idToken = ({ auth_time: _, ...claims }) => ({
      claims: { ...claims, ...(at !== undefined && { auth_time: Math.floor(at / 1000) }) },
    });
  };
  const change = async (wanted?: { isFresh: boolean }) => {
    const { data } = await browsers.signIn('anna', wanted);
    const input = { email: 'bob@motors.example', roles: ['auditor' as const] };
    return portal.call('staffChange', input, { token: data.token });
  };
  for (const at of [undefined, portal.services.now() - 11 * 60_000]) {
    authenticated(at);
    expectCode(await change(), codes.freshFactorNeeded);
  }
  authenticated(portal.services.now());
  expectCode(await change({ isFresh: true }), 200);
});

describe('sign-in by a mailed code', () => {
  test('gives staff their roles if both ways of sign-in are allowed', async () => {
    const email = 'bob@motors.example';
    const bob = await signInAs(portal, email, ['reviewer']);
    expect((await me(bob)).data.roles).toEqual(['requester', 'reviewer']);
    // An identity at a former provider does not count as one at the configured provider.
    const { id } = await row(portal.services, 'account', { email });
    const former = { issuer: 'https://former.example', subject: 'bob', created_at: 0 };
    await addRows(portal.services, 'company_identity', { ...former, account_id: id });
    expect((await me(bob)).data.roles).toEqual(['requester', 'reviewer']);
  });

  test('gives no roles if only the company’s sign-in is allowed', async () => {
    await portal.close();
    Object.assign(portal, await startPortalOf(company, { STAFF_CODE_SIGN_IN: 'no' }));
    const { data } = await me(await signInAs(portal, 'bob@motors.example', ['reviewer']));
    expect(data.roles).toEqual(['requester']);
  });
});

test('without a provider, the call `companySignIn` does not exist', async () => {
  await portal.close();
  Object.assign(portal, await startPortal());
  expectCode(await portal.call('companySignIn', {}), 404);
  expect((await portal.call('config', {})).data.companySignIn).toBe(false);
});
