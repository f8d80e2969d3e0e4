import { beforeAll, expect, test } from 'vitest';
import type { ApplicationState } from '#contract/stored-application.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { type Entry, type History, writeHistories } from './histories.ts';

const BEGIN = Date.parse('2026-01-01T00:00:00Z');
/** ms from filing to review. The first is 1 ms below the lower bound of a histogram bucket. */
const waited = [3_269_017, 3_300_000, 3_300_001];

type Step = [event: string, to: ApplicationState, role?: Entry['role']];

/** A history whose review began after `wait` ms, with a further step each minute. */
function history(number: string, wait: number, [review, ...steps]: [Step, ...Step[]]): History {
  const entries: Entry[] = [];
  let [at, from] = [BEGIN, null as ApplicationState | null];
  const add = ([event, to, role = 'reviewer']: Step) => {
    entries.push({ at, event, from, to, role });
    from = to;
  };
  add(['application.file', 'qualification.submitted', 'requester']);
  at += wait;
  add(review);
  for (const step of steps) {
    at += 60_000;
    add(step);
  }
  const kind = review[1] === 'dataRequest.underReview' ? 'public' : 'personal';
  return { number, kind, entries, dueAt: null };
}

const started: Step = ['review.start', 'qualification.underReview'];
const asked: Step = ['information.request', 'qualification.informationRequired'];
const [LAPSED, REFUSED, PUBLIC] = ['VD-LAPSED', 'VD-REFUSED', 'VD-PUBLIC'];
const histories = [
  history(LAPSED, waited[0] ?? 0, [
    started,
    asked,
    ['deadline.passed', 'terminated.byHolder', 'clock'],
  ]),
  // The current statechart has no such transition.
  history(REFUSED, waited[1] ?? 0, [started, asked, ['application.refuse', 'terminated.byHolder']]),
  history(PUBLIC, waited[2] ?? 0, [['review.start', 'dataRequest.underReview']]),
  history('VD-QUICK', waited[2] ?? 0, [started]),
];

const portal = portalOfFile(startPortal);
let analyst: { token: string };
let reviewer: { token: string };
beforeAll(async () => {
  await writeHistories(portal.services, histories);
  analyst = { token: await signInAs(portal, 'analyst@example.eu', ['analyst']) };
  reviewer = { token: await signInAs(portal, 'reviewer@example.eu', ['reviewer']) };
});

test.each<[string, string[]]>([
  ['qualification.informationRequired:deadline.passed:0', [LAPSED]],
  ['qualification.submitted:review.start:0', [LAPSED, 'VD-QUICK', REFUSED]],
  ['qualification.submitted:review.start:1', [PUBLIC]],
])('the cases behind %s have this event and this next state', async (transition, numbers) => {
  const { items } = await portal.granted(
    'chartCases',
    { transition, page: 1, pageSize: 20 },
    reviewer,
  );
  expect(items.map(({ number }) => number).toSorted()).toEqual(numbers);
});

test('the cases are sorted by their last change, newest first, then by number', async () => {
  const { items } = await portal.granted('chartCases', { page: 1, pageSize: 20 }, reviewer);
  expect(items.map(({ number }) => number)).toEqual([REFUSED, LAPSED, PUBLIC, 'VD-QUICK']);
});

test('the median stay is exact to the millisecond', async () => {
  const { transitions } = await portal.granted('chartFigures', {}, analyst);
  const reviews = transitions.find(({ id }) => id === 'qualification.submitted:review.start:0');
  expect(reviews).toMatchObject({ count: 3, median: waited[1] });
});
