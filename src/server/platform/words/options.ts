import type { Language } from '#contract/languages.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import { options as en } from '#server/platform/words/en/options.ts';
import { options as es } from '#server/platform/words/es/options.ts';
import { options as fr } from '#server/platform/words/fr/options.ts';
import { options as pl } from '#server/platform/words/pl/options.ts';
import { options as pt } from '#server/platform/words/pt/options.ts';
import { options as zh } from '#server/platform/words/zh/options.ts';
import type { OptionTexts } from './option-texts.ts';

/** The words of what forms offer, by language. */
export const optionTexts: Record<Language, OptionTexts> = { en, zh, fr, pl, es, pt };

/** What a ground of refusal means, in a sentence. */
export function refusalGroundText(language: Language, ground: RefusalGround): string {
  return optionTexts[language].refusalGrounds[ground];
}
