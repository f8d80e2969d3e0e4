import type { Language } from '#contract/languages.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import { options as en } from './en/options.ts';
import { options as es } from './es/options.ts';
import { options as fr } from './fr/options.ts';
import type { OptionTexts } from './option-texts.ts';
import { options as pl } from './pl/options.ts';
import { options as pt } from './pt/options.ts';
import { options as zh } from './zh/options.ts';

/** The words of what forms offer, by language. */
export const optionTexts: Record<Language, OptionTexts> = { en, zh, fr, pl, es, pt };

/** What a ground of refusal means, in a sentence. */
export function refusalGroundText(language: Language, ground: RefusalGround): string {
  return optionTexts[language].refusalGrounds[ground];
}
