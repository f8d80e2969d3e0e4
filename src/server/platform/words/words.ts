import { readFileSync } from 'node:fs';
import { type Messages, setupI18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Language, localeOf } from '#contract/languages.ts';
import type { Say } from '#lib/words/msg.ts';

const FOLDER = new URL('../../../../locales/', import.meta.url);

const loaded = new Map<Language, Say>();

/**
 * Returns the translator of a language. The catalogue is read and compiled once per process,
 * without a build.
 * @throws {Error} when a translation is invalid ICU
 */
export function wordsOf(language: Language): Say {
  const known = loaded.get(language);
  if (known) return known;
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: readMessages(language) },
  });
  // Missing translations fall back to English.
  i18n.setMessagesCompiler(compileMessage);
  loaded.set(language, i18n.t);
  return i18n.t;
}

function readMessages(language: Language): Messages {
  const { items } = parsePoFile(readFileSync(new URL(`${language}.po`, FOLDER), 'utf8'));
  return Object.fromEntries(
    items.flatMap(({ msgid, msgctxt, msgstr: [text] }) =>
      text ? [[generateMessageId(msgid, msgctxt ?? ''), compileMessageOrThrow(text)]] : [],
    ),
  );
}
