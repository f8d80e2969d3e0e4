import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#contract/user-info.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { otherOwner, owner, reviewer } from '#tests/components/people.ts';
import { linksIn } from '#tests/components/reading.ts';
import { useConsent } from '#ui/consent/use-consent.ts';
import { AccountArea } from '#ui/frame/account-area.tsx';

function Account() {
  return <AccountArea consent={useConsent()} onAsked={() => {}} />;
}

const own = { 'My applications': '/home/data-acquisition' };
const ofStaff = { ...own, Desk: '/desk', Charts: '/charts' };
const both: User = { ...owner, roles: ['requester', 'reviewer'] };
/** Links of the account, once it is known whose it is. */
async function linksOf(user: User, address = '/') {
  showPart(<Account />, { currentUser: user }, address);
  await screen.findByText(user.email);
  return linksIn(screen.getByRole('navigation', { name: 'Account' }));
}

test.each([
  ['a requester', otherOwner, own],
  ['a reviewer', reviewer, ofStaff],
  ['a reviewer who owns a car', both, ofStaff],
])('%s is led where they may go', async (_, user, links) => {
  expect(await linksOf(user)).toEqual(links);
});

test.each([
  ['/desk/applications', ofStaff],
  ['/charts', ofStaff],
  ['/desks', own],
  ['/home', own],
])('before it is known who it is, %s tells it', (address, links) => {
  showPart(<Account />, { currentUser: () => new Promise(() => {}) }, address);
  expect(linksIn(screen.getByRole('navigation', { name: 'Account' }))).toEqual(links);
});
