const MINUTE = 60_000;
const DAY = 86_400_000;

/** A calendar day, YYYY-MM-DD. Days compare as texts. */
export type Day = string;

/** The calendar day of an instant (ms since the epoch) in a time zone (IANA name). */
export function dayOf(at: number, timeZone: string): Day {
  return formatterOf(timeZone).format(at);
}

/** Days whose starts are kept: decades in one zone, and the search for one takes a while. */
const MOST_STARTS = 20_000;
const starts = new Map<string, number>();

/** The first instant of a day in a time zone, ms since the epoch. */
export function startOf(day: Day, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = findStart(day, timeZone);
    if (starts.size === MOST_STARTS) starts.clear();
    starts.set(key, start);
  }
  return start;
}

function findStart(day: Day, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Zones are 14 hours off at most, and change by whole minutes: the start lies in between.
  let before = utc - DAY;
  let after = utc + DAY;
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
    if (dayOf(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return after;
}

export function nextDay(day: Day): Day {
  return plusDays(day, 1);
}

export function plusDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

/** Saturdays and Sundays are no working days (Regulation (EEC, Euratom) No 1182/71, Art. 2(2)). */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // The Canadian way of writing dates is YYYY-MM-DD.
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
