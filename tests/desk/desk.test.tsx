import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { analyst, auditor, lead, owner, reviewer } from '#tests/components/people.ts';
import { linksIn, pageOf, textOf } from '#tests/components/reading.ts';
import { caseOf, emptyQueue, NUMBER, OTHER_NUMBER } from '#tests/components/records.ts';
import { type Answers, rejected, sentTo } from '#tests/components/stub-calls.ts';
import { given, setUpState } from './page-data.ts';

const answers: Answers = {
  deskQueue: emptyQueue,
  deskErasureLedger: { total: 0, items: [] },
  auditTrail: { total: 0, items: [] },
  secondFactorState: setUpState,
};
const openDesk = (path: string, user?: typeof reviewer) => openPage(path, answers, user);

describe('access to the desk', () => {
  test('without a session the sign-in leads back to the URL', async () => {
    openDesk('/desk?kind=public#due');
    await pageOf(/Sign in|Log in/i);
    expect(addressNow()).toBe(`/login?redirectUrl=${encodeURIComponent('/desk?kind=public#due')}`);
  });

  test('requesters read that the desk is for staff', async () => {
    openDesk('/desk', owner);
    const page = await pageOf('The desk is for the data holder’s staff');
    expect(textOf(page)).toContain(
      'You are signed in as anna@example.eu, which is not a staff account.',
    );
  });

  const factor = ['Second factor', '/desk/second-factor'];
  const ofAll = [
    ['Applications', '/desk'],
    ['Live access', '/desk/live-access'],
    ['Erasure notices', '/desk/erasures'],
    ['Staff', '/desk/staff'],
  ];
  const ofEach = [['Handbook', '/desk/handbook'], ['E-mails', '/desk/mails'], factor];
  const ofLeads = [
    ['Figures', '/desk/figures'],
    ['Templates', '/desk/templates'],
    ['Operation', '/desk/operation'],
  ];
  const ofAuditors = [
    ['Audit log', '/desk/audit'],
    ['Settings', '/desk/settings'],
  ];
  test.each([
    ['a reviewer', reviewer, [...ofAll, ...ofEach]],
    ['a lead', lead, [...ofAll, ...ofLeads, ...ofAuditors, ...ofEach]],
    ['an auditor', auditor, [...ofAll, ...ofAuditors, ...ofEach]],
    ['an analyst', analyst, [factor]],
  ])('%s sees the links of their roles', async (_, user, parts) => {
    openDesk('/desk', user);
    const links = linksIn(await screen.findByRole('navigation', { name: 'Desk' }));
    expect(links).toEqual(Object.fromEntries(parts));
    await pageOf(user === analyst ? 'Second factor' : /^We need to act/);
  });

  test.each([
    ['/desk/figures', auditor],
    ['/desk/audit', reviewer],
    ['/desk/operation', reviewer],
    ['/desk/settings', reviewer],
    ['/desk/staff', analyst],
    ['/desk/erasures', analyst],
    [`/desk/applications/${NUMBER}`, analyst],
    ['/desk/nothing', lead],
  ])('%s does not exist for users who may not open it', async (path, user) => {
    // The first call of a page is sent before the roles are known.
    openPage(path, { ...answers, deskApplication: rejected(codes.forbidden, '') }, user);
    await pageOf('Page does not exist');
  });

  test.each([
    ['due', 'code', 'Your second factor'],
    ['missing', 'setUp', 'Set up your second factor'],
  ] as const)(
    'the desk first asks for a second factor that is %s',
    async (_, secondFactor, title) => {
      openDesk('/desk', { ...reviewer, secondFactor });
      await pageOf(title);
      expect(screen.queryByRole('navigation', { name: 'Desk' })).toBeNull();
    },
  );

  test('a redirect to the charts is followed once the factor is given', async () => {
    openDesk('/desk/second-factor?redirectUrl=%2Fcharts%3Fa%23b', reviewer);
    await pageOf('Charts');
    expect(addressNow()).toBe('/charts?a#b');
  });

  test('any other redirect is not followed', async () => {
    openDesk('/desk/second-factor?redirectUrl=%2F%2Fevil.example', reviewer);
    await pageOf('Second factor');
  });
});

describe('a session that expires', () => {
  test('during a background call leads to the sign-in, and back from there', async () => {
    openPage(
      `/desk/applications/${NUMBER}`,
      { ...answers, deskApplication: caseOf(), deskPresence: rejected(401, 'Please sign in.') },
      reviewer,
    );
    await waitFor(() =>
      expect(addressNow()).toBe(
        `/login?redirectUrl=${encodeURIComponent(`/desk/applications/${NUMBER}`)}`,
      ),
    );
    expect(document.cookie).not.toContain('login-token');
    expect(screen.queryByText('Anna')).toBeNull();
  });
});

describe('the ledger of erasures', () => {
  test('can be limited to data that another request asks for', async () => {
    const user = openPage(
      `/desk/erasures?sameAs=${OTHER_NUMBER}`,
      { ...answers, deskErasureLedger: { total: 1, items: [given] } },
      auditor,
    );
    const page = await pageOf('Register of erasure notices');
    await within(page).findByText(/asks for too, given to other bodies/);
    expect(sentTo('deskErasureLedger')).toEqual([{ sameAs: OTHER_NUMBER, page: 1, pageSize: 20 }]);
    await user.click(within(page).getByRole('link', { name: 'Show all' }));
    await waitFor(() =>
      expect(sentTo('deskErasureLedger').at(-1)).toEqual({ page: 1, pageSize: 20 }),
    );
  });
});
