import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FreshCompanySignIn } from '#desk/second-factor/fresh-factor-dialog.tsx';
import { showPart } from '#tests/components/open-page.tsx';
import { sentTo } from '#tests/components/stub-calls.ts';

const PLACE = '/desk/staff?page=2#anna';
const press = () => screen.findByRole('button', { name: 'Sign in with the company account' });

const here = location;
afterEach(() => {
  vi.stubGlobal('location', here);
});

test('a new sign-in returns to the same page', async () => {
  const address = 'https://login.motors.example/authorize';
  const user = showPart(<FreshCompanySignIn />, { companySignIn: { address } }, PLACE);
  const button = await press();
  const assign = vi.fn();
  vi.stubGlobal('location', { ...here, assign });
  await user.click(button);
  await waitFor(() => expect(assign.mock.calls).toEqual([[address]]));
  expect(sentTo('companySignIn')).toEqual([{ redirectUrl: PLACE, isFresh: true }]);
});
