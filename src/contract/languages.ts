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

/** The best of our languages for an Accept-Language header; English when none fits (RFC 9110 §12.5.4). */
export function negotiateLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';');
      const quality = params.find((param) => param.trim().startsWith('q='));
      return { tag: tag.toLowerCase(), q: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const found = languageCodes.find((code) => tag === code || tag.startsWith(`${code}-`));
    if (found) return found;
  }
  return 'en';
}

/** Which country's way of writing goes with a language: the Official Journal's, where it has one. */
export const localeOf: Record<Language, string> = {
  en: 'en-GB',
  zh: 'zh-CN',
  fr: 'fr-FR',
  pl: 'pl-PL',
  es: 'es-ES',
  pt: 'pt-PT',
};
