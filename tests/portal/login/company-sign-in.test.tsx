import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { listOf } from '#tests/components/records.ts';
import { rejected, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { loginToken } from '#ui/calls/session.ts';

const BUTTON = 'Sign in with the company account';
const config = { ...(commonAnswers.config as CallData<'config'>), companySignIn: true };

const here = location;
afterEach(() => {
  vi.stubGlobal('location', here);
});

/** Records the address to which the page navigates, which a test cannot follow. */
function stubLeaving() {
  const assign = vi.fn();
  const { origin, protocol, href, pathname, search, hash } = here;
  const stub = { origin, protocol, href, pathname, search, hash, assign };
  vi.stubGlobal('location', stub);
  return assign;
}

describe('sign-in at the company', () => {
  test('is not offered without a provider', async () => {
    openPage('/login');
    await screen.findByRole('button', { name: 'Send e-mail' });
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  });

  test('redirects to the provider with the address to return to', async () => {
    const user = openPage('/login?redirectUrl=%2Fdesk%2Fstaff', {
      config,
      companySignIn: { address: 'https://login.motors.example/authorize' },
    });
    const button = await screen.findByRole('button', { name: BUTTON });
    const assign = stubLeaving();
    await user.click(button);
    await waitFor(() =>
      expect(assign.mock.calls).toEqual([['https://login.motors.example/authorize']]),
    );
    expect(sentTo('companySignIn')).toEqual([{ redirectUrl: '/desk/staff', isFresh: false }]);
  });

  test('shows when the provider is unavailable', async () => {
    const user = openPage('/login', {
      config,
      companySignIn: rejected(codes.otherSystemUnavailable, 'It does not answer.'),
    });
    await user.click(await screen.findByRole('button', { name: BUTTON }));
    await screen.findByText('It does not answer.');
  });
});

describe('the return from the provider', () => {
  const BACK =
    '/login?code=of-the-provider&state=of-the-browser&iss=https%3A%2F%2Fa.eu&session_state=x';

  test('signs in once, redirects, and removes the code from the URL', async () => {
    openPage(BACK, {
      config,
      companyLogin: { token: 'token-of-anna', redirectUrl: '/right/customer' },
      currentUser: reviewer,
    });
    await waitFor(() => expect(addressNow()).toBe('/right/customer'));
    expect(loginToken()).toBe('token-of-anna');
    expect(sentTo('companyLogin')).toEqual([
      { state: 'of-the-browser', code: 'of-the-provider', iss: 'https://a.eu' },
    ]);
  });

  test('never redirects to another site', async () => {
    openPage(BACK, {
      config,
      companyLogin: { token: 'token-of-anna', redirectUrl: '//evil.example' },
      history: listOf(),
      currentUser: reviewer,
    });
    await waitFor(() => expect(addressNow()).toBe('/home/data-acquisition'));
  });

  test('shows the error and leads to the sign-in', async () => {
    const user = openPage('/login?error=access_denied&state=of-the-browser', {
      config,
      companyLogin: rejected(codes.companySignInRejected, 'No role here.', { signIn: 'noRole' }),
    });
    await screen.findByText('No role here.');
    expect(loginToken()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Continue to sign-in' }));
    await screen.findByRole('button', { name: BUTTON });
    expect(addressNow()).toBe('/login');
  });
});
