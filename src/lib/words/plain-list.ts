import { formatter } from './formatter.ts';

/** Labels in a row, of which each may hold an «and» itself: «Battery and charging, trips and usage». */
export function plainList(labels: readonly string[], locale: string): string {
  return labels
    .map((label, index) =>
      index ? label.charAt(0).toLocaleLowerCase(locale) + label.slice(1) : label,
    )
    .join(labels.length > 1 ? separatorOf(locale) : '');
}

/** What a language writes between two items that are not the last. */
function separatorOf(locale: string): string {
  const parts = formatter(Intl.ListFormat, locale).formatToParts(['a', 'b', 'c']);
  return parts.find(({ type }) => type === 'literal')?.value ?? ', ';
}
