import { expect, test } from 'vitest';
import { LocalTimes } from '#tools/import/times.ts';

const wall = (text: string) => Date.parse(`${text}Z`);
const instant = (
  zone: string,
  text: string,
  ambiguity: 'refuse' | 'earlier' | 'later' = 'refuse',
) => new Date(new LocalTimes(zone, ambiguity).instantOf(wall(text)).at).toISOString();

test.each([
  ['a winter day', '2021-03-29T11:13:45', '2021-03-29T10:13:45.000Z'],
  ['the last hour before Ramadan', '2021-04-11T01:59:59', '2021-04-11T00:59:59.000Z'],
  ['Ramadan, at UTC', '2021-04-22T08:42:50', '2021-04-22T08:42:50.000Z'],
  ['the last second of Ramadan time', '2021-05-16T01:59:59', '2021-05-16T01:59:59.000Z'],
  ['after Ramadan', '2021-05-16T03:00:00', '2021-05-16T02:00:00.000Z'],
])('a local time of Morocco in 2021 is converted to UTC: %s', (_, local, utc) => {
  expect(instant('Africa/Casablanca', local)).toBe(utc);
});

test('a skipped local time is rejected', () => {
  expect(() => instant('Africa/Casablanca', '2021-05-16T02:30:00')).toThrow(/did not exist/);
  expect(() => instant('Europe/Warsaw', '2026-03-29T02:30:00', 'later')).toThrow(/did not exist/);
});

test('an ambiguous local time is rejected unless an option resolves it', () => {
  expect(() => instant('Europe/Warsaw', '2026-10-25T02:30:00')).toThrow(/occurred twice/);
  expect(instant('Europe/Warsaw', '2026-10-25T02:30:00', 'earlier')).toBe(
    '2026-10-25T00:30:00.000Z',
  );
  expect(instant('Europe/Warsaw', '2026-10-25T02:30:00', 'later')).toBe('2026-10-25T01:30:00.000Z');
  expect(() => instant('Africa/Casablanca', '2021-04-11T02:30:00')).toThrow(/occurred twice/);
});

test('zones with half-hour or constant offsets work', () => {
  expect(instant('Australia/Lord_Howe', '2026-04-05T01:45:00', 'earlier')).toBe(
    '2026-04-04T14:45:00.000Z',
  );
  expect(instant('Australia/Lord_Howe', '2026-04-05T01:45:00', 'later')).toBe(
    '2026-04-04T15:15:00.000Z',
  );
  expect(instant('UTC', '2026-02-28T23:59:59')).toBe('2026-02-28T23:59:59.000Z');
});
