import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PreviewMonth } from '#contract/report-preview.ts';
import { drawnMonths } from '#portal/preview/month-span.ts';
import ReportPreview from '#portal/preview/report-preview.tsx';
import { showPart } from '#tests/components/open-page.tsx';
import { factsIn, itemsOf, rowsOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { NUMBER } from '#tests/components/records.ts';
import { sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

type Preview = NonNullable<CallData<'reportPreview'>>;
const at = Date.parse;

const month = (name: string, days: string, others: Partial<PreviewMonth> = {}): PreviewMonth => ({
  month: name,
  days,
  daysByType: [days.replaceAll('0', '').length, days.split('2').length - 1],
  drives: 0,
  metres: null,
  energy: null,
  lowest: null,
  highest: null,
  charges: null,
  ...others,
});

const preview: Preview = {
  timeZone: 'Europe/Warsaw',
  isOneVehicle: true,
  types: [
    {
      type: 'trips',
      rows: 1200,
      reason: null,
      gaps: [
        {
          from: at('2026-10-01T00:00:00Z'),
          to: at('2026-11-01T08:00:00Z'),
          reason: 'No value has been received.',
        },
      ],
    },
    { type: 'location', rows: 34, reason: null, gaps: [] },
    { type: 'identity', rows: 1, reason: null, gaps: [] },
    {
      type: 'battery',
      rows: 0,
      reason: 'Not delivered: no value has been received for this time range.',
      gaps: [],
    },
  ],
  months: [
    month('2026-09', `${'0'.repeat(28)}11`, { drives: 2, metres: 30_400, energy: 5.1 }),
    month('2026-11', `212${'0'.repeat(27)}`, { drives: 3, metres: 61_000, energy: 9 }),
  ],
  charge: [],
  drives: [
    {
      from: at('2026-11-01T08:05:00Z'),
      to: at('2026-11-01T08:35:00Z'),
      metres: 20_000,
      batteryFrom: 80,
      batteryTo: 71,
      points: [
        [52.4, 16.9],
        [52.5, 17.1],
      ],
    },
    {
      from: at('2026-11-03T09:00:00Z'),
      to: at('2026-11-03T09:10:00Z'),
      metres: null,
      batteryFrom: null,
      batteryTo: null,
      points: [],
    },
  ],
};
/** 27 September to 5 November in Warsaw. */
const period = { from: '2026-09-26T22:00:00Z', to: '2026-11-05T23:00:00Z' };
const show = (change: Partial<Preview> = {}) =>
  showPart(<ReportPreview number={NUMBER} period={period} />, {
    reportPreview: { ...preview, ...change },
  });
const tableIn = async (title: string) =>
  rowsOf(within(await sectionOf(title)).getByRole('table', { hidden: true }));

test('the sums of a report are those of its months', async () => {
  show();
  expect(factsIn((await sectionOf('What is in it')).querySelector('dl') as HTMLElement)).toEqual({
    Drives: '5',
    Distance: '91 km',
    'Consumed energy': '14 kWh',
    Rows: '1,235',
  });
  expect(sentTo('reportPreview')).toEqual([{ applicationNumber: NUMBER }]);
  screen.getByText(
    'Times are in the time zone Europe/Warsaw, as in the workbook. All files also give UTC.',
  );
});

test('the last drives are drawn as tracks without a map, and are a table', async () => {
  show();
  const section = await sectionOf('Your last drives');
  within(section).getByRole('img', { name: /^Tracks/ });
  expect(section.querySelectorAll('circle')).toHaveLength(1);
  expect(textOf(section)).toContain('2 drives, 1 – 3 Nov 2026');
  expect(textOf(section)).toContain('nothing is sent to others');
  expect(await tableIn('Your last drives')).toEqual([
    [
      'Drive',
      'Beginning (latitude, longitude)',
      'End (latitude, longitude)',
      'Distance',
      'Battery',
    ],
    [
      '1 Nov 2026, 08:05–08:35',
      '52.40000 / 16.90000',
      '52.50000 / 17.10000',
      '20.0 km',
      '80% → 71%',
    ],
    ['3 Nov 2026, 09:00–09:10', '–', '–', '–', '–'],
  ]);
});

test('distance and energy are bars per month, and a table with the sum', async () => {
  show();
  const section = await sectionOf('Distance and energy per month');
  expect(textOf(section)).toContain('15.4 kWh per 100 km on average');
  expect(textOf(section)).toContain('Striped: only a part of the month');
  within(section).getByRole('img', { name: 'Distance, highest: 61 km (Nov 2026)' });
  within(section).getByRole('img', { name: /^Energy, highest: 9.kWh \(Nov 2026\)$/ });
  expect(await tableIn('Distance and energy per month')).toEqual([
    ['Month', 'Drives', 'Distance', 'Energy'],
    ['Sept 2026', '2', '30 km', '5.1 kWh'],
    ['Nov 2026', '3', '61 km', '9.0 kWh'],
    ['Total', '5', '91 km', '14.1 kWh'],
  ]);
});

test('the state of charge is a curve with charging and gaps, and a table', async () => {
  const DAY = 24 * 60 * 60 * 1000;
  const charge = Array.from({ length: 30 }, (_, nth): Preview['charge'][number] => [
    at('2026-09-29T12:00:00Z') + (nth < 15 ? nth : nth + 6) * DAY,
    60 - nth,
    62 - nth,
    nth === 20,
  ]);
  show({
    charge,
    months: preview.months.map((one) => ({ ...one, lowest: 31, highest: 62, charges: 1 })),
  });
  const section = await sectionOf('State of charge');
  expect(textOf(section)).toContain('Between 31% and 62%Charged 2 times');
  within(section).getByRole('img', {
    name: /^State of charge, 29 Sept.–.3 Nov 2026: between 31% and 62%$/,
  });
  expect(itemsOf(within(section).getByRole('list'))).toEqual(['Charging', 'No values']);
  const ticks = [...section.querySelectorAll<HTMLElement>('[style*=inset]')];
  const places = ticks.map((tick) => [
    textOf(tick),
    Number((0.35 * Number.parseFloat(tick.style.insetInlineStart)).toFixed(3)),
  ]);
  // In days since noon of 29 September.
  expect(places).toEqual([
    ['30 Sept', 0.5],
    ...[5, 10, 15, 20, 25].map((day, index) => [`${day} Oct`, 5.5 + 5 * index]),
    ['30 Oct', 30.5],
  ]);
  expect(await tableIn('State of charge')).toEqual([
    ['Month', 'Lowest', 'Highest', 'Charges'],
    ['Sept 2026', '31%', '62%', '1'],
    ['Nov 2026', '31%', '62%', '1'],
  ]);
});

test('days with data are a calendar, and a table', async () => {
  show();
  const section = await sectionOf('Days with data');
  // From 29 September to 3 November.
  expect(textOf(section)).toContain('5 of 36 days');
  for (const words of [
    '2 days with all delivered data types',
    '3 days with some of them',
    '31 days without data',
    'No data: 1 – 31 Oct 2026',
  ])
    expect(textOf(section)).toContain(words);
  expect(await tableIn('Days with data')).toEqual([
    ['Month', 'With data', 'With all data types', 'Days of the month'],
    ['Sept 2026', '2', '0', '30'],
    ['Nov 2026', '3', '2', '30'],
  ]);
});

test('each data type has its rows and days, or the reason why there are none', async () => {
  show();
  const title = 'What is inside, and what is not';
  expect(await tableIn(title)).toEqual([
    ['Data', 'Rows', 'Days, 27 Sept – 5 Nov 2026'],
    ['Trips and usage1 Oct – 1 Nov 2026 No value has been received.', '1,200', ''],
    ['Location', '34', ''],
    ['Vehicle identity', '1', 'does not change with time'],
    ['Battery and chargingNot delivered: no value has been received for this time range.', '0', ''],
  ]);
  const section = await sectionOf(title);
  const strip = within(section).getByRole('img', { name: 'Days with data: 5' });
  expect(strip.getAttribute('viewBox')).toBe('0 0 40 12');
  // The days before 29 September and after 3 November are empty.
  expect(strip.lastElementChild?.getAttribute('d')).toBe('M2 12v-12.0H4V12zM35 12v-12.0H38V12z');
  expect(textOf(section)).toContain(
    'You did not ask for: Vehicle status, diagnostics and service, driver interaction, events, connectivity.',
  );
});

test('a masked report has numbered days, no track, and says why', async () => {
  const day = (nth: number, hour: number) => Date.UTC(2000, 0, nth, hour);
  show({
    timeZone: null,
    months: [month('2000-01', `2${'0'.repeat(28)}12`, { drives: 3, metres: 30_000, energy: 4 })],
    charge: [
      [day(1, 8), 70, 80, false],
      [day(31, 9), 60, 65, false],
    ],
    drives: [
      {
        ...(preview.drives[0] as Preview['drives'][number]),
        points: [],
        from: day(31, 8),
        to: day(31, 9),
      },
    ],
  });
  const whole = await sectionOf('What is in it');
  const text = textOf(whole);
  expect(text).toContain('These data are masked');
  expect(text).toContain('There is no track in a masked file');
  expect(within(whole).queryByRole('img', { name: /^Tracks/ })).toBeNull();
  expect(text.match(/\d\d:\d\d|200[01]/g)).toEqual(['2000']);
  expect(await tableIn('Drives')).toEqual([
    ['Drive', 'Distance', 'Battery'],
    ['Day 31', '20.0 km', '80% → 71%'],
  ]);
  expect((await tableIn('Distance and energy'))[1]).toEqual([
    'Days 1 to 31',
    '3',
    '30 km',
    '4.0 kWh',
  ]);
});

test.each<[string, Preview['types'], string]>([
  [
    'were not requested',
    [{ type: 'diagnostics', rows: 5, reason: null, gaps: [] }],
    'This needs data that you did not ask for: Trips and usage, location.',
  ],
  [
    'have no values',
    [{ type: 'location', rows: 0, reason: null, gaps: [] }],
    'The delivered data contain no values for this.',
  ],
])('pictures of data that %s are replaced by words', async (_, types, words) => {
  show({ types, drives: [], months: [month('2026-11', `2${'0'.repeat(29)}`)] });
  expect(textOf(await sectionOf('Your last drives'))).toBe(`Your last drives${words}`);
  expect(textOf(await sectionOf('Distance and energy per month'))).toContain(`Distance${words}`);
  expect(textOf(await sectionOf('State of charge'))).toContain(
    'This needs data that you did not ask for: Battery and charging.',
  );
});

test('a report on several vehicles has only its data types', async () => {
  show({ isOneVehicle: false, timeZone: null, months: [], drives: [] });
  const whole = await sectionOf('What is in it');
  expect(within(whole).getAllByRole('heading').map(textOf)).toEqual([
    'What is in it',
    'What is inside, and what is not',
  ]);
});

test('pictures show the last 13 months without gaps, and the part of a month with data', () => {
  const months = drawnMonths([
    month('2024-02', `1${'0'.repeat(28)}`),
    month('2025-12', `2${'0'.repeat(30)}`),
    month('2026-02', `0010${'0'.repeat(24)}`),
  ]);
  expect(months).toHaveLength(13);
  expect(months.map(({ month }) => month).slice(-4)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
  expect(months.slice(-3).map(({ isPartial }) => isPartial)).toEqual([false, false, true]);
  expect(months.at(-1)?.days).toBe(`001${' '.repeat(25)}`);
});

test('without consumed energy no average is shown', async () => {
  const months = [month('2026-11', '1'.repeat(30), { drives: 1, metres: 1000, energy: 0 })];
  show({ months });
  const section = await sectionOf('Distance and energy per month');
  expect(textOf(section)).not.toMatch(/^Distance and energy per month0/);
});
