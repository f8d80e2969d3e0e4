import { expect, test } from 'vitest';
import { LocalClock, zoneOf } from '#server/reports/local-clock.ts';
import { TimeWithData } from '#server/reports/summary-sheets.ts';

const at = Date.parse;
const reading = (zone: string, instant: string) =>
  new Date(new LocalClock(zone).reading(at(instant))).toISOString().slice(0, -1);

test.each([
  ['DE', 'Europe/Berlin'],
  ['ES', 'Europe/Madrid'],
  ['PT', 'Europe/Lisbon'],
  ['PL', 'Europe/Warsaw'],
  ['US', null],
  ['XX', null],
  ['<!', null],
])('the time zone of %s is %s', (country, zone) => {
  expect(zoneOf(country, at('2026-01-15T00:00:00Z'))).toBe(zone);
});

test('the clock changes at the legal instants', () => {
  const clock = new LocalClock('Europe/Berlin');
  const hours = ['00:59:59.999', '01:00:00.000'].map((time) =>
    new Date(clock.reading(at(`2026-03-29T${time}Z`))).toISOString().slice(11, -1),
  );
  expect(hours).toEqual(['01:59:59.999', '03:00:00.000']);
  expect(reading('Europe/Berlin', '2026-10-25T00:59:59.999Z')).toBe('2026-10-25T02:59:59.999');
  expect(reading('Europe/Berlin', '2026-10-25T01:00:00.000Z')).toBe('2026-10-25T02:00:00.000');
  expect(reading('Asia/Kolkata', '2026-01-01T18:30:00.001Z')).toBe('2026-01-02T00:00:00.001');
});

function stretchesOf(...instants: string[]) {
  const time = new TimeWithData();
  for (const instant of instants) time.add(at(instant));
  return time.stretches();
}

test('a minute counts once, for any number and order of measurements', () => {
  const of = (day: string) => [`${day}T10:00:00Z`, `${day}T10:00:59.999Z`, `${day}T10:01:00Z`];
  const [one, between, two] = stretchesOf(
    ...of('2026-01-05'),
    ...of('2026-01-07'),
    ...of('2026-01-05'),
  );
  expect([one, between, two]).toEqual([
    { name: '2026-01-05', minutes: 2 },
    { name: '2026-01-06', minutes: 0 },
    { name: '2026-01-07', minutes: 2 },
  ]);
});

test('a single day is shown by hours, a year by months, longer times by years', () => {
  const hours = stretchesOf(
    ...['09:00:10', '09:00:50', '09:59:59', '10:00:00'].map((time) => `2026-11-20T${time}Z`),
  );
  expect(hours).toHaveLength(24);
  expect(hours.slice(8, 12)).toEqual([
    { name: '2026-11-20 08:00', minutes: 0 },
    { name: '2026-11-20 09:00', minutes: 2 },
    { name: '2026-11-20 10:00', minutes: 1 },
    { name: '2026-11-20 11:00', minutes: 0 },
  ]);
  expect(stretchesOf('2026-01-05T10:00:00Z', '2026-12-31T23:59:00Z')).toHaveLength(12);
  expect(
    stretchesOf('0001-01-01T00:00:00Z', '2026-12-31T23:59:00Z').map(({ name }) => name),
  ).toEqual(['0001', '2026']);
  expect(stretchesOf()).toEqual([]);
});
