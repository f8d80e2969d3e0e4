import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import {
  isWithholding,
  type NoticeCause,
  provisionsOf,
  type Withholding,
} from '#machines/refusal-grounds.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { citationText } from './citations.ts';
import { options } from './options.ts';

const keptBack: Readonly<Record<Withholding, MessageDescriptor>> = {
  withholding: msg`Measures necessary to preserve the confidentiality of trade secrets are not agreed or not kept.`,
  suspension: msg`Measures that were agreed to preserve the confidentiality of trade secrets are not kept, or that confidentiality is undermined.`,
};

/** The cause of a refusal or of keeping data back, in words and with its provisions. */
export function causeInLaw(language: Language, cause: NoticeCause): string {
  const say = wordsOf(language);
  const words = isWithholding(cause) ? keptBack[cause] : options.refusalGrounds[cause];
  const source = msg`(${{ citation: citationText(language, provisionsOf(cause)) }} of Regulation (EU) 2023/2854, the Data Act)`;
  return `${say(words)}\n${say(source)}`;
}
