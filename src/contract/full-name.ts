import type { Language } from './languages.ts';

interface Named {
  title?: string | undefined;
  firstName?: string | undefined;
  middleName?: string | undefined;
  lastName?: string | undefined;
}

/** Tests that the family name is written, and asked for, before the given one. */
export const isFamilyNameFirst = (language: Language): boolean => language === 'zh';

/**
 * A person's whole name as a language writes it, with the `title` in its words. A name in Chinese
 * characters keeps its own order in every language.
 */
export function fullName(
  { title: code, firstName, middleName, lastName }: Named,
  language: Language,
  title = '',
): string {
  const isHan = /^\p{Script=Han}/u.test(lastName ?? '');
  const names =
    isHan || isFamilyNameFirst(language)
      ? [lastName, middleName, firstName]
      : [firstName, middleName, lastName];
  const name = names.filter(Boolean).join(isHan ? '' : ' ');
  // «Mx» is a title in English alone; elsewhere it says that none was given.
  if (!title || (code === 'mx' && language !== 'en')) return name;
  return /\p{Script=Han}/u.test(title) ? `${name}${title}` : `${title} ${name}`;
}
