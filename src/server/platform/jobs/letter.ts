import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import type { MailText } from './outbox.ts';

/** A paragraph of a mail: a message, or a text that a person wrote. */
export type MailParagraph = MessageDescriptor | string;

/** Points of a list, one a line. */
export function points(texts: readonly string[]): string {
  return texts.map((text) => `– ${text}`).join('\n');
}

/** A plain-text mail in a language: paragraphs apart by a blank line, empty ones left out. */
export function letter(
  language: Language,
  subject: MessageDescriptor,
  ...paragraphs: readonly MailParagraph[]
): MailText {
  const say = wordsOf(language);
  const body = paragraphs
    .map((each) => (typeof each === 'string' ? each : say(each)).trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  return { subject: say(subject), body: `${body}\n` };
}
