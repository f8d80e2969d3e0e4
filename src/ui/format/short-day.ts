import { regional } from './regional.ts';

/** A calendar day, YYYY-MM-DD, with its weekday, as short as people write it; the year where it is not this one. */
export function formatShortDay(day: string, language: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const isThisYear = at.getUTCFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(regional(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(at);
}
