/** The six languages, by BCP 47 tag, each named in itself. */
export const languages = {
  en: 'English',
  zh: '中文',
  fr: 'Français',
  pl: 'Polski',
  es: 'Español',
  pt: 'Português',
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** First language of ours that one of the tags (BCP 47) names, by its first part; else English. */
export function firstLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [wanted] = tag.toLowerCase().split('-');
    const found = languageCodes.find((code) => code === wanted);
    if (found) return found;
  }
  return 'en';
}

/** Countries whose way of writing the Official Journal follows, where most readers live elsewhere. */
const countries: Partial<Record<Language, string>> = { en: 'GB', pt: 'PT' };

/** Language and country whose way of writing dates and numbers goes with it: `pl-PL`. */
export const localeOf = Object.fromEntries(
  languageCodes.map((code) => {
    const country = countries[code] ?? new Intl.Locale(code).maximize().region;
    return [code, `${code}-${country}`];
  }),
) as Record<Language, string>;
