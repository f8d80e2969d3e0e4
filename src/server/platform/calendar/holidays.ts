import Holidays from 'date-holidays';
import type { Language } from '#contract/languages.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { type Day, plusDays } from './calendar.ts';
import { type UnionHoliday, unionHolidayNames } from './union-holidays.ts';

/** The name of the holiday that a day is; undefined when it is none. */
export type FindHoliday = (day: Day) => string | undefined;

/**
 * Holidays of the Union's institutions and of a country (ISO 3166-1 alpha-2, or with a
 * subdivision, `DE-BY`). Both count: Art. 2(1) of Regulation (EEC, Euratom) No 1182/71 takes those
 * of the place where something is to be done. Names in the reader's language; the country's own
 * where they are not known in it.
 */
export function holidaysOf(country: string, language: Language): FindHoliday {
  const years = new Map<string, Map<Day, string>>();
  const national = new Holidays(country);
  return (day) => {
    const year = day.slice(0, 4);
    let found = years.get(year);
    if (!found) {
      found = new Map([
        ...endOfYear(year, language),
        ...nationalHolidays(national, year, language),
        // These have a name in every language.
        ...unionHolidays(Number(year), language),
      ]);
      years.set(year, found);
    }
    return found.get(day);
  };
}

/** Whether the calendar of a country, or of a subdivision, is known. */
export function isKnownCountry(country: string): boolean {
  const [state, region] = country.split('-');
  const known = new Holidays();
  if (!state || !(state in known.getCountries())) return false;
  return region === undefined || region in (known.getStates(state) ?? {});
}

/** Countries and their parts whose holidays are known, by name in the reader's language. */
export function holidayPlaces(language: Language): { code: string; label: string }[] {
  const known = new Holidays();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  return Object.keys(known.getCountries())
    .flatMap((code) => {
      const label = names.of(code) ?? code;
      const parts = Object.entries(known.getStates(code, language) ?? {});
      return [
        { code, label },
        ...parts.map(([part, name]) => ({ code: `${code}-${part}`, label: `${label}: ${name}` })),
      ];
    })
    .sort((a, b) => order.compare(a.label, b.label));
}

function nationalHolidays(national: Holidays, year: string, language: Language): [Day, string][] {
  return national
    .getHolidays(year, language)
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => [date.slice(0, 10), name]);
}

/** The days on which the Union's institutions are closed, as they publish them each year. */
function unionHolidays(year: number, language: Language): [Day, string][] {
  const easter = easterSunday(year);
  const named = (name: UnionHoliday) => wordsOf(language)(unionHolidayNames[name]);
  return [
    ...fixedHolidays.map(([day, name]): [Day, string] => [`${year}-${day}`, named(name)]),
    ...movingHolidays.map(([offset, name]): [Day, string] => [
      plusDays(easter, offset),
      named(name),
    ]),
  ];
}

const fixedHolidays: [string, UnionHoliday][] = [
  ['01-01', 'newYear'],
  ['01-02', 'afterNewYear'],
  ['05-01', 'labourDay'],
  ['05-09', 'europeDay'],
  ['07-21', 'belgianNationalDay'],
  ['08-15', 'assumption'],
  ['11-01', 'allSaints'],
  ['11-02', 'allSouls'],
];

/** Which of them is Christmas, the country's own name says. */
function endOfYear(year: string, language: Language): [Day, string][] {
  return Array.from({ length: 8 }, (_, index) => [
    `${year}-12-${24 + index}`,
    wordsOf(language)(unionHolidayNames.endOfYear),
  ]);
}

/** Days after Easter Sunday. */
const movingHolidays: [number, UnionHoliday][] = [
  [-3, 'maundyThursday'],
  [-2, 'goodFriday'],
  [1, 'easterMonday'],
  [39, 'ascension'],
  [40, 'afterAscension'],
  [50, 'whitMonday'],
];

/** The Gregorian reckoning of Easter (Meeus, Jones and Butcher). */
function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  const month = String(Math.floor(sum / 31)).padStart(2, '0');
  const day = String((sum % 31) + 1).padStart(2, '0');
  return `${year}-${month}-${day}`;
}
