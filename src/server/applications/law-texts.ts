import type { MessageDescriptor } from '@lingui/core';
import * as z from 'zod/mini';
import { extentIn } from '#contract/delivery-extent.ts';
import { type Language, localeOf } from '#contract/languages.ts';
import { storedJson } from '#contract/stored-json.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { intervalWordsOf } from '#forms/recorded-words.ts';
import { plainList } from '#lib/words/formats.ts';
import { msg } from '#lib/words/msg.ts';
import type { Extent } from '#machines/application.events.ts';
import {
  isWithholding,
  type NoticeCause,
  type Provision,
  provisionsOf,
  type RefusalGround,
  refusalGrounds,
  type Withholding,
} from '#machines/refusal-grounds.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';
import type { HistoryRow } from './history.ts';
import { options } from './options.ts';

export function citationText(language: Language, provisions: readonly Provision[]): string {
  const translate = wordsOf(language);
  return provisions
    .map(({ article, paragraph, point }) =>
      translate(
        point === undefined
          ? msg`Article ${{ article }}(${{ paragraph }})`
          : msg`Article ${{ article }}(${{ paragraph }})(${{ point }})`,
      ),
    )
    .reduce((first, second) => translate(msg`${{ first }} and ${{ second }}`));
}

const withholdingWords: Readonly<Record<Withholding, MessageDescriptor>> = {
  withholding: msg`Measures necessary to preserve the confidentiality of trade secrets are not agreed or not kept.`,
  suspension: msg`Measures that were agreed to preserve the confidentiality of trade secrets are not kept, or that confidentiality is undermined.`,
};

export function causeInLaw(language: Language, cause: NoticeCause): string {
  const translate = wordsOf(language);
  const words = isWithholding(cause) ? withholdingWords[cause] : options.refusalGrounds[cause];
  const source = msg`(${{ citation: citationText(language, provisionsOf(cause)) }} of Regulation (EU) 2023/2854, the Data Act)`;
  return `${translate(words)}\n${translate(source)}`;
}

export function extentTexts(language: Language, extent: Extent, timeZone: string): string[] {
  const translate = wordsOf(language);
  const locale = localeOf[language];
  const models = new Intl.ListFormat(locale).format(extent.models);
  const instant = (text: string) => instantText(language, Date.parse(text), timeZone);
  // The approval may name a data type that no longer exists.
  const names: Partial<Record<string, (typeof dataTypeNames)[keyof typeof dataTypeNames]>> =
    dataTypeNames;
  const types = extent.dataTypes.map((type) => (names[type] ? translate(names[type]) : type));
  return [
    translate(msg`Vehicles: ${{ models }}`),
    translate(msg`Data types: ${{ types: plainList(types, locale) }}`),
    translate(msg`Time range: ${{ from: instant(extent.from) }} to ${{ to: instant(extent.to) }}`),
    translate(intervalWordsOf(extent.interval)),
  ];
}

export const refusalFacts = storedJson(
  z.object({
    ground: z.optional(z.enum(Object.keys(refusalGrounds) as RefusalGround[])),
    earlier: z.optional(z.object({ application: z.string(), body: z.string() })),
  }),
);

export function historyText(
  language: Language,
  entry: Pick<HistoryRow, 'event' | 'text' | 'facts_json'>,
  timeZone: string,
): string | null {
  const extent = entry.event === 'data.approve' ? extentIn(entry.facts_json) : null;
  if (extent)
    return [...extentTexts(language, extent, timeZone), entry.text].filter(Boolean).join('\n');
  const { ground } = refusalFacts.read(entry.facts_json ?? '{}');
  if (ground === undefined) return entry.text;
  const citation = citationText(language, refusalGrounds[ground].provisions);
  return wordsOf(language)(msg`${{ citation }}: ${{ reason: entry.text ?? '' }}`);
}
