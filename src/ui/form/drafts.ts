const PREFIX = 'draft:';

/** Reads an account's unsent values of a form from this device; null when there are none. */
export function readDraft<Values extends object>(key: string): Partial<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Partial<Values> | null;
  } catch {
    return null;
  }
}

/** Keeps what is typed. A full or forbidden storage costs the draft, not the form. */
export function keepDraft(key: string, values: object): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(values));
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
