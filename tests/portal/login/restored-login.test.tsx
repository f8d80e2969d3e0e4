import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';

const KEY = 'sign-in';
const MINUTE = 60_000;

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** The tab asked for a code some minutes ago. */
const askedBefore = (minutes: number) =>
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ email: 'anna@example.eu', sentAt: Date.now() - minutes * MINUTE }),
  );
/** Expects the sign-in to begin with the address. */
async function expectAnew() {
  await screen.findByRole('button', { name: 'Send e-mail' });
  expect(screen.queryByLabelText('Verification code')).toBeNull();
}

test('a tab that is loaded anew asks for the code that is on its way', async () => {
  askedBefore(9.9);
  openPage('/login');
  await screen.findByLabelText('Verification code');
  expect(screen.getByRole('main').textContent).toContain('anna@example.eu');
});

// A code is good for ten minutes.
test.each([10, 60])('a code of %i minutes ago is not asked for any more', async (minutes) => {
  askedBefore(minutes);
  openPage('/login');
  await expectAnew();
});

test.each(['{}', 'null', '{', '{"email":"a@b.eu"}', '{"email":1,"sentAt":1}'])(
  'what stands there and is no such record (%s) is passed over',
  async (kept) => {
    sessionStorage.setItem(KEY, kept);
    openPage('/login');
    await expectAnew();
  },
);

test('without storage a sign-in begins anew, and works', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No storage here', 'SecurityError');
  });
  openPage('/login');
  await expectAnew();
});
