import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  serviceGoalClock,
  type Turn,
  type WorkingCalendar,
  workingDaysClock,
} from '#server/applications/deadlines/clock.ts';
import { dayOf, startOf } from '#server/platform/words/calendar.ts';
import { holidayPlaces, holidaysOf, isKnownCountry } from '#server/platform/words/holidays.ts';

// The expected dates were counted by hand on a calendar.

const belgian: WorkingCalendar = { timeZone: 'Europe/Brussels', holiday: holidaysOf('BE', 'en') };
const polish: WorkingCalendar = { timeZone: 'Europe/Warsaw', holiday: holidaysOf('PL', 'en') };

const at = (instant: string) => Date.parse(instant);
const turns = (...entries: [string, Turn['party']][]): Turn[] =>
  entries.map(([instant, party]) => ({ at: at(instant), party }));
/** Time zones of a process; the desk's time zone is another one. */
const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const BRUSSELS = 'Europe/Brussels';
const due = (dueAt: number | null) => (dueAt === null ? null : new Date(dueAt).toISOString());

describe.each(zones)('working days of Art. 18(2), with the process in the time zone %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));
  afterEach(() => void vi.unstubAllEnvs());

  test('an emergency request filed on a Friday is due at the end of the next week', () => {
    const filed = turns(['2026-11-20T10:00:00Z', 'holder']);
    const clock = workingDaysClock(filed, 5, belgian, at('2026-11-20T10:00:00Z'));
    expect(due(clock.dueAt)).toBe('2026-11-27T22:59:59.999Z');
    expect(
      clock.days.map(({ day, kind, count }) => `${day} ${kind} ${count ?? ''}`.trim()),
    ).toEqual([
      '2026-11-20 receipt',
      '2026-11-21 weekend',
      '2026-11-22 weekend',
      '2026-11-23 counted 1',
      '2026-11-24 counted 2',
      '2026-11-25 counted 3',
      '2026-11-26 counted 4',
      '2026-11-27 counted 5',
    ]);
    expect(clock).toMatchObject({ basis: 'workingDays', limit: 5, used: 0, state: 'running' });
    expect(clock.isOverdue).toBe(false);
  });

  test('thirty working days over the turn of the year leave out its holidays', () => {
    const filed = turns(['2026-11-20T10:00:00Z', 'holder']);
    const clock = workingDaysClock(filed, 30, belgian, at('2026-12-01T09:00:00Z'));
    // 23 Nov to 23 Dec are 23 working days; closed from 24 Dec to 2 Jan; 4 to 12 Jan are the other 7.
    expect(due(clock.dueAt)).toBe('2027-01-12T22:59:59.999Z');
    expect(clock.used).toBe(7);
    const closed = clock.days.filter(({ kind }) => kind === 'holiday').map(({ day }) => day);
    expect(closed).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ]);
    expect(clock.days.find(({ day }) => day === '2026-12-24')?.name).toBe('End of year');
  });

  test('holidays of the country count as well as the Union’s: Corpus Christi in Poland', () => {
    const filed = turns(['2026-05-28T10:00:00Z', 'holder']);
    const dueIn = (calendar: WorkingCalendar) =>
      due(workingDaysClock(filed, 5, calendar, at('2026-05-28T10:00:00Z')).dueAt);
    expect(dueIn(belgian)).toBe('2026-06-04T21:59:59.999Z');
    expect(dueIn(polish)).toBe('2026-06-05T21:59:59.999Z');
  });

  test.each<[string, Turn[], string, object]>([
    [
      // 1 Apr; closed 2, 3 and 6 Apr; 7, 8, 9 and 10 Apr. In summer time the day ends at 22:00 UTC.
      'Maundy Thursday to Easter Monday 2026 are holidays',
      turns(['2026-03-31T08:00:00Z', 'holder']),
      '2026-03-31T08:00:00Z',
      { dueAt: at('2026-04-10T21:59:59.999Z') },
    ],
    [
      'a question and its answer on one day pause nothing',
      turns(
        ['2026-11-20T10:00:00Z', 'holder'],
        ['2026-11-24T09:00:00Z', 'requester'],
        ['2026-11-24T16:00:00Z', 'holder'],
      ),
      '2026-11-24T17:00:00Z',
      { dueAt: at('2026-11-27T22:59:59.999Z') },
    ],
    [
      'there is no due date during the requester’s turn',
      turns(['2026-11-20T10:00:00Z', 'holder'], ['2026-11-24T09:00:00Z', 'requester']),
      '2026-11-26T17:00:00Z',
      { state: 'paused', dueAt: null, used: 2, last: { day: '2026-11-26', kind: 'paused' } },
    ],
    [
      'the clock ends with the application',
      turns(['2026-11-20T10:00:00Z', 'holder'], ['2026-11-24T09:00:00Z', 'nobody']),
      '2027-06-01T00:00:00Z',
      { state: 'ended', dueAt: null, used: 2, last: { day: '2026-11-24' } },
    ],
    [
      'days after the due date are counted',
      turns(['2026-11-20T10:00:00Z', 'holder']),
      '2026-12-01T10:00:00Z',
      { dueAt: at('2026-11-27T22:59:59.999Z'), used: 7, isOverdue: true },
    ],
  ])('%s', (_, entries, now, expected) => {
    const clock = workingDaysClock(entries, 5, belgian, at(now));
    expect({ ...clock, last: clock.days.at(-1) }).toMatchObject(expected);
  });

  test('only days that were entirely the requester’s turn are paused', () => {
    const entries = turns(
      ['2026-11-20T10:00:00Z', 'holder'],
      ['2026-11-25T15:00:00Z', 'requester'],
      ['2026-12-01T09:00:00Z', 'holder'],
    );
    const clock = workingDaysClock(entries, 5, belgian, at('2026-12-01T12:00:00Z'));
    // 23, 24 and 25 Nov count, the last because the holder asked on it; 26, 27 and 30 Nov are
    // paused; 1 and 2 Dec are the fourth and fifth.
    expect(due(clock.dueAt)).toBe('2026-12-02T22:59:59.999Z');
    expect(clock.used).toBe(4);
    const paused = clock.days.filter(({ kind }) => kind === 'paused').map(({ day }) => day);
    expect(paused).toEqual(['2026-11-26', '2026-11-27', '2026-11-30']);
  });

  test('after a pause of two years the due date is right, and the last 400 days are listed', () => {
    const entries = turns(
      ['2024-11-18T10:00:00Z', 'holder'],
      ['2024-11-18T11:00:00Z', 'requester'],
      ['2026-11-20T10:00:00Z', 'holder'],
    );
    const clock = workingDaysClock(entries, 5, belgian, at('2026-11-20T11:00:00Z'));
    // 20 November counts, because the holder can act again on it.
    expect(due(clock.dueAt)).toBe('2026-11-26T22:59:59.999Z');
    expect(clock.days).toHaveLength(400);
  });

  test('an application filed late in the evening in Brussels was received on that day', () => {
    const filed = turns(['2026-11-19T22:59:00Z', 'holder']);
    const next = turns(['2026-11-19T23:01:00Z', 'holder']);
    const receipt = (entries: Turn[]) =>
      workingDaysClock(entries, 5, belgian, at('2026-11-20T10:00:00Z')).days[0]?.day;
    expect(receipt(filed)).toBe('2026-11-19');
    expect(receipt(next)).toBe('2026-11-20');
  });
});

describe.each(zones)('the service goal, with the process in the time zone %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));
  afterEach(() => void vi.unstubAllEnvs());

  test('counts the time that was not the requester’s', () => {
    const entries = turns(
      ['2026-11-01T00:00:00Z', 'holder'],
      ['2026-11-03T12:00:00Z', 'requester'],
      ['2026-11-10T00:00:00Z', 'holder'],
    );
    const clock = serviceGoalClock(entries, 20, BRUSSELS, at('2026-11-11T00:00:00Z'));
    // From 3 to 10 November 7 days pass, by which the date of 21 November moves.
    expect(clock).toMatchObject({
      state: 'running',
      used: 3,
      limit: 20,
      days: [],
      filedOn: '2026-11-01',
      goalDay: '2026-11-21',
      periods: [
        { party: 'holder', from: '2026-11-01', to: '2026-11-03', days: 2 },
        { party: 'requester', from: '2026-11-03', to: '2026-11-10', days: 7 },
        { party: 'holder', from: '2026-11-10', to: '2026-11-11', days: 1 },
      ],
    });
    expect(due(clock.dueAt)).toBe('2026-11-28T22:59:59.999Z');
    expect(clock.isOverdue).toBe(false);
    const late = serviceGoalClock(entries, 20, BRUSSELS, at('2026-11-28T23:00:00Z'));
    expect(late).toMatchObject({ dueAt: clock.dueAt, isOverdue: true });
  });

  test('has no due date during the requester’s turn and after the end', () => {
    const paused = turns(['2026-11-01T00:00:00Z', 'holder'], ['2026-11-03T00:00:00Z', 'requester']);
    const ended = turns(['2026-11-01T00:00:00Z', 'holder'], ['2026-11-05T00:00:00Z', 'nobody']);
    const now = at('2026-11-20T00:00:00Z');
    expect(serviceGoalClock(paused, 20, BRUSSELS, now)).toMatchObject({
      state: 'paused',
      dueAt: null,
      used: 2,
    });
    expect(serviceGoalClock(ended, 20, BRUSSELS, now)).toMatchObject({
      state: 'ended',
      dueAt: null,
      used: 4,
    });
  });
});

describe.each(zones)('the calendar, with the process in the time zone %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    // The clocks go forward on 29 March 2026 in Brussels: the day has 23 hours.
    ['2026-03-29', 'Europe/Brussels', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Brussels', '2026-03-29T22:00:00.000Z'],
    // In Cairo the day of the change has no midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, start) => {
    expect(new Date(startOf(day, zone)).toISOString()).toBe(start);
    expect(dayOf(startOf(day, zone), zone)).toBe(day);
    expect(dayOf(startOf(day, zone) - 1, zone)).not.toBe(day);
  });

  test.each([
    ['2025-04-21', 'Easter Monday'],
    ['2026-05-14', 'Ascension Day'],
    ['2026-05-25', 'Whit Monday'],
    ['2027-03-29', 'Easter Monday'],
    ['2026-05-09', 'Europe Day'],
  ])('%s is a holiday of the Union’s institutions: %s', (day, name) => {
    // Nauru has none of these holidays.
    expect(holidaysOf('NR', 'en')(day)).toBe(name);
  });

  test('the holidays of the Union are named in the reader’s language, Christmas as the country does', () => {
    const inPolish = holidaysOf('BE', 'pl');
    expect(inPolish('2026-05-25')).toBe('Drugi dzień Zielonych Świątek');
    expect(inPolish('2026-12-25')).toBe('Pierwszy dzień Bożego Narodzenia');
    expect(inPolish('2026-12-28')).toBe('Koniec roku');
    // A state of a federation has its own holidays.
    expect(holidaysOf('DE-BY', 'fr')('2026-01-06')).toBe('l’Épiphanie');
    expect(holidaysOf('DE-BE', 'fr')('2026-01-06')).toBeUndefined();
  });

  test.each([
    ['PL', true],
    ['DE-BY', true],
    ['DE-XX', false],
    ['DE-', false],
    ['ZZ', false],
    ['ZZ-BY', false],
    ['', false],
  ])('the holidays of the country «%s» are known: %s', (country, isKnown) => {
    expect(isKnownCountry(country)).toBe(isKnown);
  });
});

test.each([
  ['en', ['Belgium', 'Germany', 'Germany: Bayern', 'Poland']],
  ['fr', ['Allemagne', 'Allemagne: Bayern', 'Belgique', 'Pologne']],
  ['pl', ['Belgia', 'Niemcy', 'Niemcy: Bayern', 'Polska']],
  ['zh', ['比利时', '波兰', '德国', '德国: Bayern']],
] as const)('countries and regions with holidays are sorted by name in %s', (language, labels) => {
  const places = holidayPlaces(language);
  expect(new Set(places.map(({ code }) => code)).size).toBe(places.length);
  const shown = places.filter(({ code }) => ['BE', 'DE', 'DE-BY', 'PL'].includes(code));
  expect(shown.map(({ label }) => label)).toEqual(labels);
  expect(shown.find(({ code }) => code === 'DE-BY')?.label).toMatch(/Bayern$/);
});
