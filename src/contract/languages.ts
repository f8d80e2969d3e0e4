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

export function firstLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [wanted] = tag.toLowerCase().split('-');
    const found = languageCodes.find((code) => code === wanted);
    if (found) return found;
  }
  return 'en';
}

/** Region of the Official Journal's spelling, where CLDR's most likely region differs. */
const countries: Partial<Record<Language, string>> = { en: 'GB', pt: 'PT' };

export const localeOf = Object.fromEntries(
  languageCodes.map((code) => {
    const country = countries[code] ?? new Intl.Locale(code).maximize().region;
    return [code, `${code}-${country}`];
  }),
) as Record<Language, string>;

interface Named {
  title?: string | undefined;
  firstName?: string | undefined;
  middleName?: string | undefined;
  lastName?: string | undefined;
}

export const isFamilyNameFirst = (language: Language): boolean => language === 'zh';

/**
 * Returns a person's full name with the translated `title`. A name in Chinese characters begins
 * with the family name in every language.
 */
export function fullName(
  { title: code, firstName, middleName, lastName }: Named,
  language: Language,
  title = '',
): string {
  const isHan = /^\p{Script=Han}/u.test(lastName ?? '');
  const names = isHan ? [lastName, middleName, firstName] : [firstName, middleName, lastName];
  const name = names.filter(Boolean).join(isHan ? '' : ' ');
  // «Mx» is a title in English only; in other languages it stands for no title.
  if (!title || (code === 'mx' && language !== 'en')) return name;
  return /\p{Script=Han}/u.test(title) ? `${name}${title}` : `${title} ${name}`;
}
