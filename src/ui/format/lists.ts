/** Separates the items of a list that does not end with its last, as a language does. */
export function listSeparator(locale: string): string {
  const parts = new Intl.ListFormat(locale).formatToParts(['a', 'b', 'c']);
  return parts.find(({ type }) => type === 'literal')?.value ?? ', ';
}
