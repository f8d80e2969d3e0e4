const PREFIX = 'draft:';

/** An account's unsent form on this device. */
export interface Draft<Values extends object> {
  values: Partial<Values>;
  /** When something was last typed, ms since the epoch; null for one of before this was kept. */
  savedAt: number | null;
  /** Address of the page where it was typed. */
  place: string | null;
}

/** Reads an unsent form from this device; null when there is none. */
export function findDraft<Values extends object>(key: string): Draft<Values> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null');
    if (kept === null) return null;
    return 'savedAt' in kept ? kept : { values: kept, savedAt: null, place: null };
  } catch {
    return null;
  }
}

/** Reads the values of an unsent form from this device; null when there are none. */
export function readDraft<Values extends object>(key: string): Partial<Values> | null {
  return findDraft<Values>(key)?.values ?? null;
}

/** Keeps what is typed. A full or forbidden storage costs the draft, not the form. */
export function keepDraft(key: string, values: object): void {
  const draft: Draft<object> = { values, savedAt: Date.now(), place: location.pathname };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // Private windows of some browsers store nothing.
  }
}

export function forgetDraft(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Forgets every draft on this device. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
