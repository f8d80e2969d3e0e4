import type { MessageDescriptor } from '@lingui/core';
import Holidays from 'date-holidays';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { Day } from './calendar.ts';
import { wordsOf } from './words.ts';

export type FindHoliday = (day: Day) => string | undefined;

/**
 * Returns the holidays of the EU institutions and of a country (ISO 3166-1 alpha-2) or subdivision
 * (`DE-BY`). Both count: Art. 2(1) of Regulation (EEC, Euratom) No 1182/71 refers to the place of
 * performance. Names without a translation are in the language of the country.
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
        // The holidays of the EU have a name in every language.
        ...holidaysIn(union, year, language),
      ]);
      years.set(year, found);
    }
    return found.get(day);
  };
}

export function isKnownCountry(country: string): boolean {
  const [state, region] = country.split('-');
  const known = new Holidays();
  if (!state || !(state in known.getCountries())) return false;
  return region === undefined || region in (known.getStates(state) ?? {});
}

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

/** Holidays of the EU institutions in the grammar of date-holidays, which does not include them. */
const unionRules: [rule: string, name: MessageDescriptor][] = [
  ['01-01', msg`New Year’s Day`],
  ['01-02', msg`Day after New Year’s Day`],
  ['easter -3', msg`Maundy Thursday`],
  ['easter -2', msg`Good Friday`],
  ['easter 1', msg`Easter Monday`],
  ['05-01', msg`Labour Day`],
  ['05-09', msg`Europe Day`],
  ['easter 39', msg`Ascension Day`],
  ['easter 40', msg`Day after Ascension Day`],
  ['easter 50', msg`Whit Monday`],
  ['07-21', msg`Belgian National Day`],
  ['08-15', msg`Assumption`],
  ['11-01', msg`All Saints’ Day`],
  ['11-02', msg`All Souls’ Day`],
];

function unionCalendar(language: Language): Holidays {
  const calendar = new Holidays();
  const word = wordsOf(language);
  for (const [rule, name] of unionRules)
    calendar.setHoliday(rule, { name: { [language]: word(name) }, type: 'public' });
  return calendar;
}

/** Days at the end of the year when EU institutions are closed. National names take precedence. */
function endOfYear(year: string, language: Language): [Day, string][] {
  const name = wordsOf(language)(msg`End of year`);
  return Array.from({ length: 8 }, (_, index) => [`${year}-12-${24 + index}`, name]);
}
