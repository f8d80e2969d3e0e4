import { type Limits, limits } from '#contract/settings.ts';

const PLENTY = 1_000_000_000;

/** Limits for suites, which send more requests from one address than people would. */
export const generousLimits = {
  CALLS_PER_NETWORK: PLENTY,
  CODES_PER_ADDRESS: PLENTY,
  CODES_PER_MAILBOX: PLENTY,
  CODES_PER_NETWORK: PLENTY,
  WRONG_CODES_PER_NETWORK: PLENTY,
  WRONG_CODES_PER_ADDRESS: PLENTY,
  COOKIE_CHOICES_PER_NETWORK: PLENTY,
  APPLICATIONS_PER_ACCOUNT: PLENTY,
  APPLICATIONS_PER_VEHICLE: PLENTY,
  FILES_PER_ACCOUNT: PLENTY,
  MEBIBYTES_PER_ACCOUNT: PLENTY,
  FILES_PER_VEHICLE: PLENTY,
  MEBIBYTES_PER_VEHICLE: PLENTY,
  SAMPLE_APPLICATIONS: false,
  UNDO_MS: 0,
  START_ASSIGNS: false,
} satisfies Partial<Limits>;

/** Environment variables for the same purpose. */
export const generousEnvironment = {
  CODES_IN_ALL: String(PLENTY),
  STAFF_SESSION_HOURS: '87600',
  STAFF_REST_MINUTES: '5256000',
};

/** Milliseconds per unit, by the last word of a limit's name. */
const units = { _DAYS: 86_400_000, _MINUTES: 60_000 };

/** Splits a suite's settings into environment variables and limits that have no variable. */
export function splitSettings(settings: Record<string, string>) {
  const entries = Object.entries(settings);
  return {
    environment: Object.fromEntries(entries.filter(([name]) => !(name in limits))),
    limits: Object.fromEntries(
      entries
        .filter(([name]) => name in limits)
        .map(([name, value]) => [name, limitOf(name as keyof Limits, value)]),
    ) as Partial<Limits>,
  };
}

function limitOf(name: keyof Limits, value: string) {
  if (Array.isArray(limits[name])) return value.split(',');
  if (typeof limits[name] !== 'number') return value;
  const [, unit = 1] = Object.entries(units).find(([suffix]) => name.endsWith(suffix)) ?? [];
  return Number(value) * unit;
}
