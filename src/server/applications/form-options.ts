import { customersLevels, publicLevels } from '#contract/data-types.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import {
  formerReceptionMethods,
  publicApplyTypes,
  purposes,
  receptionMethods,
  titles,
} from '#contract/options.ts';
import { countries, wordsOf } from '#server/platform/words/words.ts';
import { options } from './options.ts';

/** Choices that the forms offer, in the reader's language. */
export function formOptions(language: Language): DataOf<typeof endpoints.options> {
  const say = wordsOf(language);
  return {
    purposes: worded(purposes, (code) => say(options.purposes[code])),
    titles: worded(titles, (code) => say(options.titles[code])),
    countries: countries(language),
    reportLanguages: worded(languageCodes, (code) => languages[code]),
    maskingLevels: worded(customersLevels, (code) => say(options.maskingLevels[code])),
    publicMaskingLevels: worded(publicLevels, (code) => say(options.maskingLevels[code])),
    receptionMethods: [
      ...worded(receptionMethods, (code) => say(options.receptionMethods[code])),
      ...worded(formerReceptionMethods, (code) => say(options.receptionMethods[code])).map(
        (option) => ({ ...option, isFormer: true as const }),
      ),
    ],
  };
}

export function applyTypes(language: Language) {
  const say = wordsOf(language);
  return worded(publicApplyTypes, (code) => say(options.publicApplyTypes[code]));
}

function worded<Code extends string>(codes: readonly Code[], label: (code: Code) => string) {
  return codes.map((code) => ({ code, label: label(code) }));
}
