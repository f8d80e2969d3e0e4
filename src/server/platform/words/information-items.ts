import type { InformationItem } from '#contract/information-items.ts';
import type { Language } from '#contract/languages.ts';
import { informationItems as en } from '#server/platform/words/en/information-items.ts';
import { informationItems as es } from '#server/platform/words/es/information-items.ts';
import { informationItems as fr } from '#server/platform/words/fr/information-items.ts';
import { informationItems as pl } from '#server/platform/words/pl/information-items.ts';
import { informationItems as pt } from '#server/platform/words/pt/information-items.ts';
import { informationItems as zh } from '#server/platform/words/zh/information-items.ts';

/** A part of an application, and a sentence that asks the requester about it. */
export type InformationItemTexts = Record<InformationItem, { label: string; wording: string }>;

/** What a reviewer can ask about, by language. */
export const informationItemTexts: Record<Language, InformationItemTexts> = {
  en,
  zh,
  fr,
  pl,
  es,
  pt,
};
