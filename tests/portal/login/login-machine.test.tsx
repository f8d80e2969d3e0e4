import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { redirectAddress } from '#portal/login/login-machine.ts';
import { openPage } from '#tests/components/open-page.tsx';

const origin = 'https://portal.example';

test.each(['/home/data-acquisition/approved?page=2', '/desk#queue'])(
  'a sign-in leads to %s',
  (wanted) => {
    expect(redirectAddress(wanted, origin)).toBe(wanted);
  },
);

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example/home',
  '/\\evil.example/home',
  '/.//evil.example/home',
  '/home/..//evil.example',
  '/%2e//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?redirectUrl=/login',
])('a sign-in leads to the list instead of to %s', (wanted) => {
  expect(redirectAddress(wanted, origin)).toBe('/home/data-acquisition');
});

async function expectFirstStep() {
  openPage('/login');
  await screen.findByRole('button', { name: 'Send e-mail' });
  expect(screen.queryByLabelText('Verification code')).toBeNull();
}

test.each(['{}', 'null', '{', '{"email":"a@b.eu"}', '{"email":1,"sentAt":1}'])(
  'a stored record that is not valid (%s) is ignored',
  async (stored) => {
    sessionStorage.setItem('sign-in', stored);
    await expectFirstStep();
  },
);

test('a sign-in works in a browser without storage', async () => {
  const storage = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No storage here', 'SecurityError');
  });
  await expectFirstStep();
  storage.mockRestore();
});
