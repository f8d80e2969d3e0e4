import Holidays from 'date-holidays';
import type { Language } from '#contract/languages.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import type { Day } from './calendar.ts';
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
  const union = unionCalendar(language);
  return (day) => {
    const year = day.slice(0, 4);
    let found = years.get(year);
    if (!found) {
      found = new Map([
        ...endOfYear(year, language),
        ...holidaysIn(national, year, language),
        // These have a name in every language.
        ...holidaysIn(union, year, language),
      ]);
      years.set(year, found);
    }
    return found.get(day);
  };
}

/** Tests that the calendar of a country, or of a subdivision, is known. */
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

function holidaysIn(calendar: Holidays, year: string, language: Language): [Day, string][] {
  return calendar
    .getHolidays(year, language)
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => [date.slice(0, 10), name]);
}

/**
 * Days on which the Union's institutions are closed, as they publish them each year, in the grammar
 * of date-holidays, which has no calendar of theirs; the end of the year beside.
 */
const unionRules: Record<Exclude<UnionHoliday, 'endOfYear'>, string> = {
  newYear: '01-01',
  afterNewYear: '01-02',
  maundyThursday: 'easter -3',
  goodFriday: 'easter -2',
  easterMonday: 'easter 1',
  labourDay: '05-01',
  europeDay: '05-09',
  ascension: 'easter 39',
  afterAscension: 'easter 40',
  whitMonday: 'easter 50',
  belgianNationalDay: '07-21',
  assumption: '08-15',
  allSaints: '11-01',
  allSouls: '11-02',
};

/** Calendar of the Union's institutions, names in one language. */
function unionCalendar(language: Language): Holidays {
  const calendar = new Holidays();
  const word = wordsOf(language);
  for (const [holiday, rule] of Object.entries(unionRules)) {
    const name = { [language]: word(unionHolidayNames[holiday as UnionHoliday]) };
    calendar.setHoliday(rule, { name, type: 'public' });
  }
  return calendar;
}

/** Holidays at the end of the year. The country's own name says which of them is Christmas. */
function endOfYear(year: string, language: Language): [Day, string][] {
  return Array.from({ length: 8 }, (_, index) => [
    `${year}-12-${24 + index}`,
    wordsOf(language)(unionHolidayNames.endOfYear),
  ]);
}
