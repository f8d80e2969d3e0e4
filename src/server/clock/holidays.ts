import Holidays from 'date-holidays';
import { type Day, plusDays } from './calendar.ts';

/** The name of the holiday that a day is; undefined when it is none. */
export type FindHoliday = (day: Day) => string | undefined;

/**
 * Holidays of the Union's institutions and of a country (ISO 3166-1 alpha-2, or with a
 * subdivision, `DE-BY`). Both count: Art. 2(1) of Regulation (EEC, Euratom) No 1182/71 takes those
 * of the place where something is to be done.
 */
export function holidaysOf(country: string): FindHoliday {
  const years = new Map<string, Map<Day, string>>();
  const national = new Holidays(country);
  return (day) => {
    const year = day.slice(0, 4);
    let found = years.get(year);
    if (!found) {
      found = new Map([...unionHolidays(Number(year)), ...nationalHolidays(national, year)]);
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

function nationalHolidays(national: Holidays, year: string): [Day, string][] {
  return national
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => [date.slice(0, 10), name]);
}

/** The days on which the Union's institutions are closed, as they publish them each year. */
function unionHolidays(year: number): [Day, string][] {
  const easter = easterSunday(year);
  const fixed: [string, string][] = [
    ['01-01', 'New Year’s Day'],
    ['01-02', 'Day after New Year’s Day'],
    ['05-01', 'Labour Day'],
    ['05-09', 'Europe Day'],
    ['07-21', 'Belgian National Day'],
    ['08-15', 'Assumption'],
    ['11-01', 'All Saints’ Day'],
    ['11-02', 'All Souls’ Day'],
    ...['24', '25', '26', '27', '28', '29', '30', '31'].map((day): [string, string] => [
      `12-${day}`,
      'End of year',
    ]),
  ];
  const moving: [number, string][] = [
    [-3, 'Maundy Thursday'],
    [-2, 'Good Friday'],
    [1, 'Easter Monday'],
    [39, 'Ascension Day'],
    [40, 'Day after Ascension Day'],
    [50, 'Whit Monday'],
  ];
  return [
    ...fixed.map(([day, name]): [Day, string] => [`${year}-${day}`, name]),
    ...moving.map(([offset, name]): [Day, string] => [plusDays(easter, offset), name]),
  ];
}

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
