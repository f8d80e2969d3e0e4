import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, row, rows } from '#tests/server/fixture.ts';
import { newKey } from './company.ts';
import { ANNA, companyOfFile, refusedFor } from './company-browser.ts';

const { company, portal, browsers } = companyOfFile();

describe('nobody can impersonate another person', () => {
  test('by an address that is unverified, missing or invalid', async () => {
    await signInAs(portal, ANNA.email, ['lead']);
    for (const person of [
      { ...ANNA, email_verified: false },
      { ...ANNA, email_verified: 'true' },
      { roles: ['lead'] },
      { email: 'anna', email_verified: true, roles: ['lead'] },
    ]) {
      company.employ('mallory', person);
      expect(await browsers.signIn('mallory')).toMatchObject(refusedFor('noAddress'));
    }
    expect(await rows(portal.services, 'company_session')).toEqual([]);
  });

  test('by the address of a requester, or of a colleague who signs in at the provider too', async () => {
    await portal.signIn(ANNA.email);
    expect(await browsers.signIn('anna')).toMatchObject(refusedFor('addressTaken'));
    company.employ('ben', { ...ANNA, email: 'ben@motors.example' });
    expectCode(await browsers.signIn('ben'), 200);
    company.employ('mallory', { ...ANNA, email: 'ben@motors.example' });
    expect(await browsers.signIn('mallory')).toMatchObject(refusedFor('addressTaken'));
  });

  test('by the subject of a person at another provider', async () => {
    await signInAs(portal, 'lead@motors.example', ['lead']);
    const { id } = await row(portal.services, 'account', { email: 'lead@motors.example' });
    const former = { issuer: 'https://former.example', subject: 'anna', created_at: 0 };
    await addRows(portal.services, 'company_identity', { ...former, account_id: id });
    const { token } = (await browsers.signIn('anna')).data;
    const { data } = await portal.call('currentUser', {}, { token });
    expect(data.email).toBe(ANNA.email);
  });

  test('with the response to another browser’s sign-in, or without a cookie', async () => {
    const anna = await browsers.returned('anna');
    const other = await browsers.begin();
    for (const cookie of [other.cookie, '', 'AAAA', 'A'.repeat(400)])
      expect(await browsers.finish(cookie, anna.sent)).toMatchObject(refusedFor('unfinished'));
  });

  test('with a used response, also concurrently, at a provider that accepts a code again', async () => {
    company.hooks.acceptsCodesAgain = true;
    const { cookie, sent } = await browsers.returned('anna');
    const answers = await Promise.all([1, 2, 3].map(() => browsers.finish(cookie, sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await browsers.finish(cookie, sent)).toMatchObject(refusedFor('unfinished'));
    expect(await rows(portal.services, 'session')).toHaveLength(1);
  });

  test('with another code, another issuer, an error, or nothing at all', async () => {
    const other = await browsers.returned('anna');
    for (const change of [
      { code: other.sent.code ?? '' },
      { iss: 'https://evil.example' },
      { code: undefined, error: 'server_error' },
      { code: undefined },
    ]) {
      const { cookie, sent } = await browsers.returned('anna');
      const changed = JSON.parse(JSON.stringify({ ...sent, ...change }));
      expect(await browsers.finish(cookie, changed)).toMatchObject(refusedFor('unfinished'));
    }
    // After these responses, the provider does not count as unavailable.
    expectCode(await browsers.signIn('anna'), 200);
  });

  test('by a sign-in that took longer than ten minutes', async () => {
    const { cookie, sent } = await browsers.returned('anna');
    portal.clock.advance(600_000);
    expect(await browsers.finish(cookie, sent)).toMatchObject(refusedFor('unfinished'));
  });

  test('with an ID token of another nonce, audience, issuer, subject or key, or that expired', async () => {
    for (const [changed, key] of [
      [{ nonce: 'of-another' }],
      [{ aud: 'other-portal' }],
      [{ iss: 'https://evil.example' }],
      [{ exp: 1_700_000_000 }],
      // Another subject than that of the userinfo endpoint.
      [{ sub: 'lead' }],
      [{}, newKey()],
      // Unsigned.
      [{}, null],
    ] as const) {
      company.hooks.idToken = (before) => ({
        claims: { ...before, ...changed },
        ...(key !== undefined && { key }),
      });
      expect(await browsers.signIn('anna')).toMatchObject(refusedFor('unfinished'));
    }
    expect(await rows(portal.services, 'session')).toEqual([]);
  });

  test('by metadata of another issuer than the configured one', async () => {
    portal.services.config.OIDC_ISSUER = company.issuer.replace('127.0.0.1', 'localhost');
    expect(await portal.call('companySignIn', {})).toMatchObject({
      status: 503,
      code: codes.otherSystemUnavailable,
    });
  });

  test('with an ID token that contains or names its own key', async () => {
    const key = newKey();
    const jwk = createPublicKey(key).export({ format: 'jwk' });
    const answerKeys = createServer((_, response) =>
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: 'own' }] })),
    ).listen(0, '127.0.0.1');
    await once(answerKeys, 'listening');
    onTestFinished(() => void answerKeys.close());
    const fetched: string[] = [];
    answerKeys.on('request', ({ url = '' }) => fetched.push(url));
    const { port } = answerKeys.address() as AddressInfo;
    const jku = `http://127.0.0.1:${port}/keys`;
    for (const header of [{ jwk }, { jwk, kid: 'own' }, { jku, kid: 'own' }]) {
      company.hooks.idToken = (claims) => ({ claims, key, header });
      const { code } = await browsers.signIn('anna');
      // The provider publishes no key of that name.
      expect([codes.companySignInRejected, codes.otherSystemUnavailable]).toContain(code);
    }
    expect(fetched).toEqual([]);
    expect(await rows(portal.services, 'session')).toEqual([]);
  });
});

describe('the redirect after sign-in', () => {
  test('does not lead to another site', async () => {
    for (const redirectUrl of ['//evil.example', 'https://evil.example/']) {
      const { data } = await browsers.signIn('anna', { redirectUrl });
      expect(data.redirectUrl, redirectUrl).toBeNull();
    }
  });

  test('uses one `redirect_uri`, which the provider checks', async () => {
    const { address } = await browsers.begin();
    const changed = new URL(address);
    changed.searchParams.set('redirect_uri', 'https://evil.example/login');
    await expect(company.visit(changed.href, 'anna')).rejects.toThrow(/^400/);
  });
});
