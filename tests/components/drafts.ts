const PREFIX = 'draft:';

/** Stores input that the server has not acknowledged, as an earlier page load of this tab does. */
export function storeUnsaved(key: string, values: object, revision = 0): void {
  const unsaved = { values, place: null, revision, sent: null };
  sessionStorage.setItem(PREFIX + key, JSON.stringify(unsaved));
}

/** Keys of drafts that the server has not acknowledged. */
export const unsavedKeys = () =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));

/** Values of an unacknowledged draft, or undefined. */
export const unsavedValues = (key: string): object | undefined =>
  JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}').values;
