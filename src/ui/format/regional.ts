import { type Language, localeOf } from '#contract/languages.ts';

/** The language as the reader's region writes it: their browser knows; the Official Journal's else. */
export function regional(language: string): string {
  const own = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return own ?? localeOf[language as Language] ?? language;
}
