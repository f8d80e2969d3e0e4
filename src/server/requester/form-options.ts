import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { publicApplyTypes, purposes, receptionMethods, titles } from '#contract/options.ts';
import { countries } from '#server/platform/words/countries.ts';
import { optionTexts } from '#server/platform/words/options.ts';

/** What the forms offer to choose from, in the reader's language. */
export function formOptions(language: Language): DataOf<typeof endpoints.options> {
  const texts = optionTexts[language];
  return {
    purposes: worded(purposes, texts.purposes),
    titles: worded(titles, texts.titles),
    countries: countries(language),
    reportLanguages: worded(languageCodes, languages),
    receptionMethods: worded(receptionMethods, texts.receptionMethods),
  };
}

export function applyTypes(language: Language) {
  return worded(publicApplyTypes, optionTexts[language].publicApplyTypes);
}

function worded<Code extends string>(codes: readonly Code[], words: Record<Code, string>) {
  return codes.map((code) => ({ code, label: words[code] }));
}
