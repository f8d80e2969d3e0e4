import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { codes } from '#contract/codes.ts';
import { cookieNames } from '#contract/limits.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { type Company, startCompany } from './company.ts';

interface Wanted {
  redirectUrl?: string;
  isFresh?: boolean;
}

export const REDIRECT_URI = `${production.PUBLIC_URL}/login`;
export const ANNA = { email: 'anna@motors.example', email_verified: true, roles: ['reviewer'] };

/** A portal in production whose staff sign in at the company. */
export const startPortalOf = (company: Company, settings = {}) =>
  startPortal({ now: Date.now(), settings: { ...production, ...company.settings, ...settings } });

/** One company for all tests of a file, which employs Anna, and a portal of each test's own. */
export function companyOfFile(options: { hasRefreshTokens?: boolean } = {}) {
  const company = {} as Company;
  const portal = portalOfTest(() => startPortalOf(company));
  beforeAll(async () => {
    Object.assign(company, await startCompany({ ...options, redirectUri: REDIRECT_URI }));
  });
  beforeEach(() => company.employ('anna', ANNA));
  afterEach(() => {
    Object.assign(company.hooks, { idToken: null, acceptsCodesAgain: false, status: null });
  });
  afterAll(() => company.stop());
  return { company, portal, browsers: browsersAt(company, portal) };
}

/** The browsers of people who sign in at a company. */
const browsersAt = (company: Company, portal: Portal) => {
  /** Begins a sign-in; returns the provider's address and the cookie of the browser. */
  async function begin(wanted: Wanted = {}) {
    const { data, response } = await portal.call('companySignIn', wanted);
    const cookie = response.cookies.find(({ name }) => name === cookieNames.companySignIn);
    return { address: data.address, cookie: cookie?.value ?? '' };
  }

  /** Completes a sign-in with the parameters of the provider's redirect. */
  async function finish(cookie: string, sent: Record<string, string>, language = 'en') {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/server/uc-client/auth/companyLogin',
      headers: { 'accept-language': language },
      cookies: { [cookieNames.companySignIn]: cookie },
      payload: sent,
    });
    return { ...response.json(), status: response.statusCode, response };
  }

  /** Signs in at the provider; returns the parameters of its redirect. */
  async function returned(sub: string, wanted?: Wanted) {
    const { address, cookie } = await begin(wanted);
    const back = await company.visit(address, sub);
    return { cookie, back, sent: Object.fromEntries(back.searchParams) as Record<string, string> };
  }

  async function signIn(sub: string, wanted?: Wanted) {
    const { cookie, sent } = await returned(sub, wanted);
    return finish(cookie, sent);
  }

  return { begin, finish, returned, signIn };
};

export const refusedFor = (signIn: string) => ({
  status: 403,
  code: codes.companySignInRejected,
  data: { signIn },
});
