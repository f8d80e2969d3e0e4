import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/application-record.ts';
import { applicationStates } from '#contract/stored-application.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { factsIn, itemsOf, textOf } from '#tests/components/reading.ts';
import { recordOf } from '#tests/components/records.ts';
import { ClockDays } from '#ui/application/clock-days.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import type { CallData } from '#ui/calls/call-types.ts';

test('the badge shows by tone and icon who has to act, in every state', () => {
  showPart(
    <ul>
      {applicationStates.map((state) => (
        <li key={state}>
          <StatusBadge state={state} kind="personal" />
        </li>
      ))}
    </ul>,
  );
  const badges = [...screen.getByRole('list').children].map((item, at) => [
    applicationStates[at],
    item.querySelector('[data-tone]')?.getAttribute('data-tone'),
    textOf(item),
  ]);
  expect(badges).toEqual([
    ['qualification.submitted', 'waiting', 'Submitted'],
    ['qualification.underReview', 'waiting', 'Qualification under review'],
    ['qualification.informationRequired', 'yours', 'Information to be added'],
    ['dataRequest.awaited', 'yours', 'Data application pending'],
    ['dataRequest.underReview', 'waiting', 'Data under review'],
    ['dataRequest.informationRequired', 'yours', 'Information to be added'],
    ['dataRequest.withheld', 'waiting', 'Data withheld'],
    ['approved', 'good', 'Review passed'],
    ['suspended', 'waiting', 'Data suspended'],
    ['terminated.byRequester', 'ended', 'Terminated'],
    ['terminated.byHolder', 'ended', 'Terminated'],
  ]);
  const signs = [...screen.getByRole('list').querySelectorAll('[data-tone]')].map((badge) => [
    badge.getAttribute('data-tone'),
    badge.querySelector('svg')?.innerHTML,
  ]);
  // Each tone has one icon.
  const distinct = new Map(signs.map(([tone, sign]) => [tone, sign]));
  expect(signs.every(([tone, sign]) => distinct.get(tone) === sign)).toBe(true);
  expect(new Set(distinct.values()).size).toBe(4);
});

const entry = (revision: number, at: string, others: Partial<HistoryEntry>): HistoryEntry => ({
  revision,
  at: Date.parse(at),
  event: 'application.file',
  role: 'requester',
  to: 'qualification.submitted',
  text: null,
  from: null,
  ...others,
});

test('the history lists date, role, event and text, newest first', () => {
  showPart(
    <HistoryTimeline
      kind="personal"
      entries={[
        // Past midnight in Warsaw.
        entry(1, '2026-11-17T23:30:00Z', {}),
        entry(2, '2026-11-18T10:00:00Z', {
          event: 'review.start',
          role: 'reviewer',
          to: 'qualification.underReview',
          text: 'It begins.',
        }),
        { ...entry(3, '2026-11-19T10:00:00Z', { role: 'reviewer' }), actor: 'rolf@example.eu' },
      ]}
    />,
  );
  const list = screen.getByRole<HTMLOListElement>('list');
  expect(list.reversed).toBe(true);
  expect(itemsOf(list)).toEqual([
    '19 November 2026 at 11:00 · rolf@example.euApplication filed Submitted',
    '18 November 2026 at 11:00 · Data holderReview started Qualification under reviewIt begins.',
    '18 November 2026 at 00:30 · RequesterApplication filed Submitted',
  ]);
  expect([...list.children].map((item) => item.getAttribute('data-role'))).toEqual([
    'reviewer',
    'reviewer',
    'requester',
  ]);
  expect([...list.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([
    '2026-11-19T10:00:00.000Z',
    '2026-11-18T10:00:00.000Z',
    '2026-11-17T23:30:00.000Z',
  ]);
});

const route = (state: string, ...passed: string[]) => routeWith('delivered', state, ...passed);
const routeWith = (reportState: string | null, state: string, ...passed: string[]) => {
  const entries = [...passed, state].map((to, revision, states) =>
    entry(revision, `2026-11-1${revision}T10:00:00Z`, { to, from: states[revision - 1] ?? null }),
  );
  const clock = { ...recordOf().clock, dueDay: null };
  const record = { ...recordOf(), state, reportState, clock, history: entries };
  showPart(<ProgressRoute record={record} />);
  const list = screen.getByRole('list', { name: 'Progress' });
  return [...list.children].map((item) => [
    item.getAttribute('data-stage'),
    item.getAttribute('aria-current'),
    textOf(item.lastElementChild),
  ]);
};
const done = ['passed', null, 'done'];
const ahead = ['ahead', null, 'not yet'];

test.each([
  ['qualification.submitted', 0],
  ['qualification.underReview', 1],
  // A request for information stays at the review that made it.
  ['qualification.informationRequired', 1],
  ['dataRequest.awaited', 2],
  ['dataRequest.underReview', 3],
  ['dataRequest.informationRequired', 3],
  ['dataRequest.withheld', 3],
  ['approved', 4],
  ['suspended', 4],
])('in the state %s, %d stops of the progress are done', (state, passed) => {
  const stops = route(state);
  expect(stops.slice(0, passed)).toEqual(Array(passed).fill(done));
  expect(stops[passed]).toEqual(['here', 'step', '']);
  expect(stops.slice(passed + 1)).toEqual(Array(4 - passed).fill(ahead));
});

test.each([
  ['approved', 'delivered', 'Data ready'],
  ...['queued', 'generating', 'empty', 'failed', 'expired', 'of an earlier release', null].map(
    (reportState) => ['approved', reportState, 'Review passed'] as const,
  ),
  ['suspended', 'delivered', 'Data suspended'],
  ['terminated.byHolder', 'delivered', 'Review passed'],
] as const)(
  'in the state %s with a report that is %s, the last stop is «%s»',
  (state, report, stop) => {
    routeWith(report, state, 'approved');
    const list = screen.getByRole('list', { name: 'Progress' });
    expect(textOf(list.lastElementChild?.firstElementChild)).toBe(stop);
  },
);

test('each passed stop shows its day, and the current stop the day when it is due', () => {
  const at = { from: 'qualification.submitted', to: 'qualification.underReview' };
  const history = [
    entry(0, '2026-11-16T23:30:00Z', {}),
    entry(1, '2026-11-18T10:00:00Z', { event: 'review.start', ...at }),
  ];
  const days = (record: Partial<ReturnType<typeof recordOf>>) => {
    cleanup();
    const base = recordOf('personal', 'qualification.underReview', { history });
    showPart(<ProgressRoute record={{ ...base, ...record }} />);
    return itemsOf(screen.getByRole('list', { name: 'Progress' })).slice(0, 3);
  };
  const [submitted, review, request] = days({});
  // Past midnight in Warsaw.
  expect(submitted).toBe('SubmittedTue 17 Novdone');
  expect(review).toBe('Qualification reviewby Thu 17 Dec');
  expect(request).toBe('Your data requestnot yet');
  const filed = { state: 'qualification.submitted' as const, history: history.slice(0, 1) };
  expect(days(filed).slice(0, 2)).toEqual([
    'SubmittedTue 17 Nov',
    'Qualification reviewanswer by Thu 17 Decnot yet',
  ]);
  expect(days({ answerDueAt: Date.parse('2026-12-04T11:00:00Z') })[1]).toContain('by Fri 4 Dec');
  expect(days({ quoteDay: '2026-12-01' })[1]).toContain('by Tue 1 Dec');
  // The end of a day in the data holder's time zone, which is two hours west of Warsaw.
  const clock = { ...recordOf().clock, timeZone: 'Atlantic/Azores' };
  const answerDueAt = Date.parse('2026-12-05T00:59:59Z');
  expect(days({ answerDueAt, clock })[1]).toContain('by Fri 4 Dec');
});

test('an ended application is not due, even with a quote that is still valid', () => {
  const record = recordOf('public', 'terminated.byHolder', { quoteDay: '2026-12-01' });
  showPart(<ProgressRoute record={record} />);
  expect(textOf(screen.getByRole('list', { name: 'Progress' }))).not.toContain('by Tue 1 Dec');
});

test('an ended application stays at its last stop', () => {
  const stops = route('terminated.byRequester', 'qualification.submitted', 'dataRequest.awaited');
  const never = ['ahead', null, ''];
  const here = ['ended', 'step', 'ended here Thu 12 Nov'];
  expect(stops).toEqual([done, done, here, never, never]);
  cleanup();
  route('terminated.byRequester', 'qualification.submitted');
  const [submitted] = itemsOf(screen.getByRole('list', { name: 'Progress' }));
  expect(submitted).toBe('SubmittedTue 10 Novended here Wed 11 Nov');
});

test('a clock lists its days with the reason why each counts or not', () => {
  const day = (name: string, kind: 'counted', count: number) => ({
    day: name,
    kind,
    count,
    name: null,
  });
  const days = [
    { ...day('2026-12-23', 'counted', 0), kind: 'receipt' as const },
    day('2026-12-24', 'counted', 1),
    { ...day('2026-12-25', 'counted', 1), kind: 'holiday' as const, name: 'Christmas Day' },
    { ...day('2026-12-26', 'counted', 1), kind: 'weekend' as const },
    { ...day('2026-12-28', 'counted', 1), kind: 'holiday' as const },
    { ...day('2026-12-29', 'counted', 1), kind: 'paused' as const },
  ];
  const clock = { days, dueDay: '2026-12-30' } as unknown as Parameters<
    typeof ClockDays
  >[0]['clock'];
  showPart(<ClockDays clock={clock} />);
  const list = within(screen.getByText('Counted day by day').closest('details') as HTMLElement);
  expect(itemsOf(list.getByRole('list', { hidden: true }))).toEqual([
    '23 December 2026Day of receipt, not counted0',
    '24 December 2026Working day1',
    '25 December 2026Holiday: Christmas Day1',
    '26 December 2026Weekend1',
    '28 December 2026Holiday1',
    '29 December 2026Paused: waiting for others1',
  ]);
  cleanup();
  showPart(<ClockDays clock={{ ...clock, days: days.slice(0, 1) }} />);
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(1);
  cleanup();
  showPart(<ClockDays clock={{ ...clock, days: [] }} />);
  expect(screen.queryByText('Counted day by day')).toBeNull();
});

test('missing answers are marked, optional ones are left out', () => {
  showPart(
    <SummaryList
      title="Vehicle"
      action={<b>Change</b>}
      rows={[
        { label: 'Name', value: 'Twizy' },
        { label: 'VIN', value: '', isOptional: true },
        { label: 'Purpose', value: null },
      ]}
    />,
  );
  expect(factsIn(document.body)).toEqual({ Name: 'Twizy', Purpose: 'Not given' });
  expect(textOf(screen.getByRole('heading', { level: 3 }).parentElement)).toBe('VehicleChange');
});

function Purposes({ codes }: { codes: string[] }) {
  return <p role="status">{useOptionLabels('purposes')('purposes', codes)}</p>;
}

test('labels of codes are empty until they are loaded', async () => {
  let give: (options: CallData<'options'>) => void = () => {};
  const options = new Promise<CallData<'options'>>((resolve) => {
    give = resolve;
  });
  showPart(<Purposes codes={['insurance', 'research', 'gone']} />, { options: () => options });
  expect(screen.getByRole('status').textContent).toBe('');
  give(commonAnswers.options as CallData<'options'>);
  expect(await screen.findByText('Insurance, research, gone')).toBeTruthy();
});
