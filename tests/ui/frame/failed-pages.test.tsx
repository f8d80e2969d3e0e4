import { globSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { User } from '#contract/user-info.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { analyst, auditor, body, lead, owner, reviewer } from '#tests/components/people.ts';
import { listOf, NUMBER } from '#tests/components/records.ts';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';

/** Address, required call and user of every page that can fail. */
const pages: Record<string, [address: string, call: EndpointName, user: User]> = {
  'src/charts/case/case-page.tsx': [
    `/charts/application/case/${NUMBER}`,
    'deskApplication',
    reviewer,
  ],
  'src/charts/charts.tsx': ['/charts/application', 'currentUser', analyst],
  'src/charts/conformance/conformance-page.tsx': [
    '/charts/application/conformance',
    'chartConformance',
    analyst,
  ],
  'src/charts/figures/cases-page.tsx': [
    '/charts/application/cases?state=approved',
    'chartCases',
    reviewer,
  ],
  'src/charts/figures/figures-page.tsx': ['/charts/application/figures', 'chartFigures', analyst],
  'src/charts/timeline/timeline-page.tsx': [
    '/charts/application/timeline',
    'chartTimeline',
    analyst,
  ],
  'src/desk/audit/audit-page.tsx': ['/desk/audit', 'auditTrail', auditor],
  'src/desk/case-page.tsx': [`/desk/applications/${NUMBER}`, 'deskApplication', reviewer],
  'src/desk/desk.tsx': ['/desk', 'currentUser', reviewer],
  'src/desk/erasure/erasure-ledger-page.tsx': ['/desk/erasures', 'deskErasureLedger', reviewer],
  'src/desk/figures/figures-page.tsx': ['/desk/figures', 'officeFigures', lead],
  'src/desk/handbook/handbook-page.tsx': ['/desk/handbook', 'deskGrounds', reviewer],
  'src/desk/live-access/live-access-desk-page.tsx': ['/desk/live-access', 'deskGrants', reviewer],
  'src/desk/mails/mails-page.tsx': ['/desk/mails', 'deskMails', reviewer],
  'src/desk/operation/operation-page.tsx': ['/desk/operation', 'operationState', lead],
  'src/desk/queue-page.tsx': ['/desk', 'deskQueue', reviewer],
  'src/desk/second-factor/second-factor-page.tsx': [
    '/desk/second-factor',
    'secondFactorState',
    reviewer,
  ],
  'src/desk/settings/settings-page.tsx': ['/desk/settings', 'deskSettingsRead', auditor],
  'src/desk/staff/staff-page.tsx': ['/desk/staff', 'staffList', lead],
  'src/desk/templates/templates-page.tsx': ['/desk/templates', 'deskTemplates', lead],
  'src/portal/applications/application-page.tsx': [
    `/home/data-acquisition/applications/${NUMBER}`,
    'applicationDetails',
    owner,
  ],
  'src/portal/applications/list-page.tsx': ['/home/data-acquisition/approved', 'history', owner],
  'src/portal/apply/apply-page.tsx': ['/home/data-acquisition/new', 'currentUser', owner],
  'src/portal/delivery/delivery-page.tsx': [`/delivery#${'a'.repeat(43)}`, 'delivery', owner],
  'src/portal/live-access/live-access-page.tsx': ['/home/live-access', 'liveAccess', owner],
  'src/portal/policies/policy-page.tsx': ['/policy/privacy', 'agreement', owner],
  'src/portal/public-sector/public-sector-page.tsx': [
    '/home/data-acquisition/public-sector',
    'currentUser',
    body,
  ],
  'src/portal/sessions/sessions-page.tsx': ['/home/sessions', 'sessionList', owner],
};

const gone = rejected(500, 'Something went wrong.');
/** All reading calls fail, except those of every page. */
const nothing = {
  ...Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, { kind }]) =>
      kind === 'query' && !(name in commonAnswers) ? [[name, gone]] : [],
    ),
  ),
  // A reading call of the desk.
  deskQueue: gone,
} as Answers;

test('the table contains every page that can fail', () => {
  const listed = globSync('src/{portal,desk,charts}/**/*.tsx').filter((file) =>
    /PageFailed onRetry=\{reload\}|usePageQuery\(/.test(readFileSync(file, 'utf8')),
  );
  expect(Object.keys(pages)).toEqual(listed.toSorted());
});

test.each([
  ['/home/data-acquisition/new/about-you', true],
  ['/home/sessions', false],
])('a page that cannot be loaded says whether input is lost: %s', async (address, isForm) => {
  openPage(address, { ...nothing, currentUser: gone, sessionList: gone }, owner);
  await screen.findByText('The page could not be loaded.');
  expect(screen.queryByText('Your input is kept.') !== null).toBe(isForm);
});

describe('a page that cannot be loaded says so and offers a retry', () => {
  const cases = Object.entries(pages).map(([file, page]) => [file, ...page] as const);

  test.each(cases)('%s', async (_file, address, call, user) => {
    const person = openPage(address, { ...nothing, currentUser: user, [call]: gone }, user);
    await screen.findByText('The page could not be loaded.');
    const asked = sentTo(call).length;
    expect(asked).toBeGreaterThan(0);
    if (call === 'currentUser') answerWith({ currentUser: user, history: listOf() });
    const [retry] = screen.getAllByRole('button', { name: 'Try again' });
    await person.click(retry as HTMLElement);
    await waitFor(() => expect(sentTo(call).length).toBeGreaterThan(asked));
  });
});
