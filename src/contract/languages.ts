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

/**
 * Language and country whose way of writing dates and numbers goes with it; of English and
 * Portuguese the countries that the Official Journal follows.
 */
export const localeOf: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  zh: 'zh-CN',
  fr: 'fr-FR',
  pl: 'pl-PL',
  es: 'es-ES',
  pt: 'pt-PT',
};
