const formatters = new Map<string, unknown>();

export function formatter<Formatter, Options>(
  Kind: new (locale: string, options?: Options) => Formatter,
  locale: string,
  options?: Options,
): Formatter {
  const key = [Kind.name, locale, JSON.stringify(options)].join(' ');
  const known = formatters.get(key) as Formatter | undefined;
  if (known) return known;
  const created = new Kind(locale, options);
  formatters.set(key, created);
  return created;
}

/** Joins labels by commas only, because they may contain «and»: «Battery and charging, trips». */
export function plainList(labels: readonly string[], locale: string): string {
  return labels
    .map((label, index) =>
      index ? label.charAt(0).toLocaleLowerCase(locale) + label.slice(1) : label,
    )
    .join(labels.length > 1 ? separatorOf(locale) : '');
}

/** Comma between two parts of a text that are not items of a list. */
export const commaOf = (locale: string): string => (locale.startsWith('zh') ? '，' : ', ');

function separatorOf(locale: string): string {
  const parts = formatter(Intl.ListFormat, locale).formatToParts(['a', 'b', 'c']);
  return parts.find(({ type }) => type === 'literal')?.value ?? ', ';
}
