import { type Code, codes } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';
import type { Language } from '#contract/languages.ts';

/** What a person reads when a call is refused. */
export function refusalText(language: Language, code: Code, data: RefusalData): string {
  const text = texts[language][code] ?? texts.en[code] ?? texts.en[codes.internal] ?? '';
  return typeof text === 'string' ? text : text(data, language);
}

type Text = string | ((data: RefusalData, language: Language) => string);

const texts: Record<Language, Partial<Record<Code, Text>>> = {
  en: {
    [codes.internal]: 'Something went wrong on our side. Please try again.',
  },
  zh: {},
  fr: {},
  pl: {},
  es: {},
  pt: {},
};
