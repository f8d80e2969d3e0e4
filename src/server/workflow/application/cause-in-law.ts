import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import {
  type NoticeCause,
  refusalGrounds,
  withholdingProvisions,
} from '#machines/refusal-grounds.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { citationText } from './citations.ts';
import { options } from './options.ts';

const withholding = msg`Measures necessary to preserve the confidentiality of trade secrets are not agreed or not kept.`;

/** The cause of a refusal or of withholding data, in words and with its provisions. */
export function causeInLaw(language: Language, cause: NoticeCause): string {
  const say = wordsOf(language);
  const isWithholding = cause === 'withholding';
  const provisions = isWithholding ? withholdingProvisions : refusalGrounds[cause].provisions;
  const source = msg`(${{ citation: citationText(language, provisions) }} of Regulation (EU) 2023/2854, the Data Act)`;
  return `${say(isWithholding ? withholding : options.refusalGrounds[cause])}\n${say(source)}`;
}
