import type { I18n } from '@lingui/core';

/**
 * Prevents a line break after Polish one-letter words and the abbreviations of provisions, and
 * removes the second full stop after «S.A.» at the end of a sentence.
 */
export function typeset(text: string, locale: string): string {
  const ended = text.replace(/(?<!\.)\.((?:<\/\d+>)?)\.(?=\s|<|$)/g, '.$1');
  if (locale !== 'pl') return ended;
  return ended.replace(/(?<![\p{L}\p{N}])([aiouwz]|(?:art|ust|lit)\.) (?=\S)/giu, '$1\u00a0');
}

/** Minimum length of a text to change. Labels are shorter, rarely wrap, and must be searchable. */
const SENTENCE_LENGTH = 24;

/** Prevents the line break within «e-mail» in the sentences of a page. */
export function typesetOnPage(text: string, locale: string): string {
  const set = typeset(text, locale);
  return set.length > SENTENCE_LENGTH ? set.replace(/\b(e)-(mail)/gi, '$1\u2011$2') : set;
}

export function withTypesetting(i18n: I18n, set = typesetOnPage): I18n {
  const format = i18n._.bind(i18n) as (...message: unknown[]) => string;
  i18n._ = (...message: unknown[]) => set(format(...message), i18n.locale);
  i18n.t = i18n._;
  return i18n;
}
