import { expect, test } from 'vitest';
import type { User } from '#contract/user-info.ts';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { HOME } from '#tests/components/open-application.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { expectWholePage } from '#tests/components/page-text.ts';
import { owner } from '#tests/components/people.ts';
import { listOf, summaryOf } from '#tests/components/records.ts';
import { routePaths } from '#tests/components/route-paths.ts';
import type { Answers } from '#tests/components/stub-calls.ts';

// Past midnight in Warsaw.
const AT = Date.parse('2026-11-18T23:30:00Z');
const session = {
  id: 'a'.repeat(64),
  begunAt: AT,
  lastUsedAt: Date.parse('2026-11-20T08:00:00Z'),
  browser: 'Firefox, Windows',
  isThis: true,
};
const other = { ...session, id: 'b'.repeat(64), browser: null, isThis: false };
/** One application of each kind in each state it can be in. */
const listed = kindsAndStates.map(({ kind, state }, index) =>
  summaryOf(kind, state, { number: `VD-20261120-${String(index).padStart(6, '0')}` }),
);
/** Pages with the answers of the server, by the name of the file with the approved text. */
const pages: Record<string, { address: string; user?: User; answers?: Answers }> = {
  role: { address: '/role' },
  'rights-of-customers': { address: '/right/customer' },
  'rights-of-governments': { address: '/right/government' },
  'rights-of-others': { address: '/right/other-entities' },
  'sign-in': { address: '/login' },
  'not-found': { address: '/nowhere' },
  list: { address: HOME, user: owner, answers: { history: listOf(...listed) } },
  'list-empty': { address: HOME, user: owner, answers: { history: listOf() } },
  'list-of-a-state-empty': {
    address: `${HOME}/approved`,
    user: owner,
    answers: { history: listOf() },
  },
  sessions: {
    address: '/home/sessions',
    user: owner,
    answers: { sessionList: [session, other] },
  },
  'sessions-one': { address: '/home/sessions', user: owner, answers: { sessionList: [session] } },
};

test.each(Object.entries(pages))(
  'the text of %s is as approved',
  async (name, { address, answers, user }) => {
    openPage(address, answers, user);
    await expectWholePage(`portal/whole-pages/${name}`);
  },
);

/** Routes that other tests cover. */
const elsewhere = [
  'policy/:policy',
  'delivery',
  'new/:step?',
  'applications/:number',
  'applications/:number/filed',
  'applications/:number/data-request/:step?',
  'applications/:number/supplement',
  'public-sector/:section?',
  'public-sector/status',
  'home/live-access',
  // The lists of a group are one page.
  'qualification-review',
  'data-application',
  'termination',
];

test('every route has a case here or in another test', () => {
  const here = ['', 'role', 'right/customer', 'right/government', 'right/other-entities', 'login'];
  const home = ['', '', 'approved', 'home/sessions'];
  const known = [...here, ...home, '*', '*', ...elsewhere];
  expect([...routePaths(), ...routePaths('home')].toSorted()).toEqual(known.toSorted());
});
