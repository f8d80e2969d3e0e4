import { type Code, codes } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';
import type { Language } from '#contract/languages.ts';
import { refusals as en } from '#server/platform/words/en/refusals.ts';
import { refusals as es } from '#server/platform/words/es/refusals.ts';
import { refusals as fr } from '#server/platform/words/fr/refusals.ts';
import { refusals as pl } from '#server/platform/words/pl/refusals.ts';
import { refusals as pt } from '#server/platform/words/pt/refusals.ts';
import { refusals as zh } from '#server/platform/words/zh/refusals.ts';
import type { RefusalTexts } from './refusal-texts.ts';

const texts: Record<Language, RefusalTexts> = { en, zh, fr, pl, es, pt };

/** What a person reads when a call is refused. */
export function refusalText(language: Language, code: Code, data: RefusalData): string {
  if (code === codes.ok) return 'OK';
  const text = texts[language][code];
  return typeof text === 'string' ? text : text(data ?? {});
}
