const formatters = new Map<string, unknown>();

/** A formatter of `Intl`, made once for its locale and options: making one takes far longer than its use. */
export function formatter<Formatter, Options>(
  Kind: new (locale: string, options?: Options) => Formatter,
  locale: string,
  options?: Options,
): Formatter {
  const key = [Kind.name, locale, JSON.stringify(options)].join(' ');
  const known = formatters.get(key) as Formatter | undefined;
  if (known) return known;
  const made = new Kind(locale, options);
  formatters.set(key, made);
  return made;
}
