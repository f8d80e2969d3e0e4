import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { lanesOf } from '#charts/timeline/timeline-page.tsx';
import { openPage } from '#tests/components/open-page.tsx';
import { analyst } from '#tests/components/people.ts';
import { pageOf, textOf } from '#tests/components/reading.ts';
import { NUMBER } from '#tests/components/records.ts';
import { file, sentTo } from '#tests/components/stub-calls.ts';
import { DAY, timelineData as data, FILED, filed } from './page-data.ts';

const open = (search = '', answer = data, user = analyst) =>
  openPage(
    `/charts/application/timeline${search}`,
    { chartTimeline: answer, chartLog: file('log', 'event-log.xes') },
    user,
  );

describe('applications over time', () => {
  test.each([
    [
      8 * DAY,
      952,
      ['2 March 2026', '4 March 2026', '6 March 2026', '8 March 2026', '10 March 2026'],
    ],
    [2 * DAY, 952, ['2 March 2026', '3 March 2026', '4 March 2026']],
    // The picture is an hour wide at least.
    [60_000, 23.7, ['2 March 2026']],
  ])(
    'that span %d ms end at %d of 960, and each day is labelled once',
    async (lasted, to, days) => {
      const steps = [FILED, FILED + lasted].map((at) => ({ ...filed, at }));
      open('', { ...data, cases: [{ number: NUMBER, steps }] });
      const drawing = await screen.findByLabelText(/^Steps of applications from 2 March 2026 to /);
      expect([...drawing.querySelectorAll('text')].map(textOf)).toEqual(days);
      expect(drawing.querySelector('path')?.getAttribute('d')).toBe(`M8 0H${to}`);
    },
  );

  test('have a mark for each step', async () => {
    open();
    const page = await pageOf('Applications over time');
    const drawing = within(page).getByLabelText(/^Steps of applications from 2 March 2026 to /);
    expect(drawing.querySelectorAll('rect')).toHaveLength(3);
    expect(drawing.querySelectorAll('circle')).toHaveLength(1);
    expect(sentTo('chartTimeline')).toEqual([{}]);
  });

  test('are drawn if several steps have the same instant', async () => {
    const steps = ['holder', 'requester', 'holder', 'requester', 'holder'] as const;
    const atOnce = steps.map((waitsFor) => ({ ...filed, waitsFor }));
    open('', { ...data, cases: [{ number: NUMBER, steps: atOnce }] });
    const drawing = await screen.findByLabelText(/^Steps of applications from 2 March 2026 to /);
    expect(drawing.querySelectorAll('path')).toHaveLength(4);
  });

  test('are described in words if no application matches', async () => {
    open('?kind=public', { total: 0, cases: [] });
    const page = await pageOf('Applications over time');
    expect(textOf(page)).toContain('No application matches the filter.');
    expect(within(page).queryByRole('table')).toBeNull();
  });

  test('are saved as an event log, with the filter', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = open('?kind=public');
    const page = await pageOf('Applications over time');
    await user.click(within(page).getByRole('button', { name: 'Save as an event log' }));
    await user.click(
      within(page).getByRole('menuitem', { name: 'XES (IEEE 1849), with pseudonyms' }),
    );
    expect(sentTo('chartLog')).toEqual([{ format: 'xes', kind: 'public' }]);
  });
});

test.each([
  [1, 18, 54],
  [13, 18, 270],
  [20, 12, 276],
  [34, 240 / 34, 276],
  [35, 7, 281],
  [500, 7, 3536],
])('with %d applications, each lane is %d high and the picture %d', (count, step, height) => {
  const lanes = lanesOf(Array.from({ length: count }, () => ({ steps: [{ at: 0 }, { at: DAY }] })));
  expect(lanes).toMatchObject({ step });
  expect(lanes.height).toBeCloseTo(height, 6);
});
