import { DRAFT_DAYS } from '#contract/limits.ts';

const PREFIX = 'draft:';
const DAY = 24 * 60 * 60 * 1000;

/** An account's unsent form, as far as this device holds it. */
export interface Draft<Values extends object> {
  /** What the account does not have yet; none once it has all that was typed. */
  values?: Partial<Values>;
  /** When something was last typed, ms since the epoch; null for one of before this was kept. */
  savedAt: number | null;
  /** Address of the page where it was typed. */
  place: string | null;
  /** Version of the account's draft that it goes on from; none of one that was never there. */
  version?: number | undefined;
}

/** Reads an unsent form from this device; null when there is none, or one that is too old. */
export function findDraft<Values extends object>(key: string): Draft<Values> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null');
    if (kept === null) return null;
    if (!('savedAt' in kept)) return { values: kept, savedAt: null, place: null };
    if (kept.savedAt === null || kept.savedAt > Date.now() - DRAFT_DAYS * DAY) return kept;
    forgetDraft(key);
    return null;
  } catch {
    return null;
  }
}

/** Keeps a draft. A full or forbidden storage costs the draft, not the form. */
export function keepDraft(key: string, draft: Pick<Draft<object>, 'values' | 'version'>): void {
  const kept = { ...draft, savedAt: Date.now(), place: location.pathname };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
  } catch {
    // Private windows of some browsers store nothing.
  }
}

/** The draft of a form that is open in this tab; another tab may have gone on otherwise. */
export interface OpenDraft {
  /** Name on this device; it begins with the account's id. */
  key: string;
  /** The session in which it was opened: to another one it is not given. */
  token: string | undefined;
  /** Version of the account's that the form goes on from; 0 of none. */
  version: number;
  /** The account has one, this version or another; undefined until it was asked. */
  isKept: boolean | undefined;
  /** Something was typed that the account does not have. */
  isUnsaved: boolean;
}

/** Notes what is typed, until the account has it. */
export function noteTyped(draft: OpenDraft, values: object): void {
  draft.isUnsaved = true;
  keepDraft(draft.key, { values, version: draft.version });
}

/** Forgets a draft on this device. */
export function forgetDraft(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Names of the drafts of an account on this device. */
export function draftsOf(account: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${PREFIX}${account}:`))
    .map((key) => key.slice(PREFIX.length));
}

/** Forgets every draft on this device. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}

/**
 * Puts what was kept into the fields that a form has today: fields that it has no more are left
 * out, and new ones, or those that are of another kind now, begin as they do.
 */
export function restored<Values extends object>(initial: Values, kept: object): Values {
  const values = Object.entries(initial).map(([field, start]) => {
    const value: unknown = (kept as Record<string, unknown>)[field];
    if (kindOf(value) !== kindOf(start)) return [field, start];
    return [field, kindOf(value) === 'object' ? restored(start, value as object) : value];
  });
  return Object.fromEntries(values) as Values;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
