import { type Language, localeOf } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { intervalWordsOf } from '#forms/recorded-words.ts';
import { plainList } from '#lib/words/formats.ts';
import { msg } from '#lib/words/msg.ts';
import type { Extent } from '#machines/application.events.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

/** What an approval gives of what was asked for, in the reader's language: a line each. */
export function extentTexts(language: Language, extent: Extent, timeZone: string): string[] {
  const say = wordsOf(language);
  const locale = localeOf[language];
  const models = new Intl.ListFormat(locale).format(extent.models);
  const instant = (text: string) => instantText(language, Date.parse(text), timeZone);
  // An older approval may name a data type that there is no more.
  const names: Partial<Record<string, (typeof dataTypeNames)[keyof typeof dataTypeNames]>> =
    dataTypeNames;
  const types = extent.dataTypes.map((type) => (names[type] ? say(names[type]) : type));
  return [
    say(msg`Vehicles: ${{ models }}`),
    say(msg`Data types: ${{ types: plainList(types, locale) }}`),
    say(msg`Time range: ${{ from: instant(extent.from) }} to ${{ to: instant(extent.to) }}`),
    say(intervalWordsOf(extent.interval)),
  ];
}
