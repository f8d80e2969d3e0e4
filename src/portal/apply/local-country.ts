import { stateAuthorities } from '#contract/authorities.ts';

/** Missing in TypeScript's types, and in some browsers. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** Returns the Member State (ISO 3166-1) of the browser's time zone; empty if unknown. */
export function localCountry(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const state = stateAuthorities.find(({ country }) => {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.()?.includes(timeZone);
  });
  return state?.country ?? '';
}
