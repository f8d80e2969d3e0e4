import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { type Messages, setupI18n } from '@lingui/core';
import { localeOf } from '#contract/languages.ts';

type Language = keyof typeof localeOf;

/** One message of a catalog as its file has it. */
export interface Entry {
  id: string;
  /** The source, in English. */
  message: string;
  translation: string;
  flags: readonly string[];
}

/** A catalog's entries by id, as `locales/` has them, without what falls back to English. */
export async function readCatalog(language: Language): Promise<Map<string, Entry>> {
  const [catalog] = await getCatalogs(getConfig());
  const entries = Object.entries((await catalog?.read(language)) ?? {}).map(([id, entry]) => {
    const { flags = [] } = (entry.extra ?? {}) as { flags?: string[] };
    const { message = id, translation = '' } = entry;
    return [id, { id, message, translation, flags }] as const;
  });
  return new Map(entries);
}

/** Compiles messages; returns the compiled ones, and the errors of the others. */
export function compileMessages(texts: Record<string, string>) {
  const { source, errors } = createCompiledCatalog('en', texts, { namespace: 'json' });
  const { messages } = JSON.parse(source) as { messages: Messages };
  return { messages, errors: errors.map(({ source, error }) => `${source}: ${error.message}`) };
}

/** Says messages in a language as the pages do. */
export function speaker(language: Language, messages: Messages) {
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: messages },
  });
  return (id: string, values: Record<string, unknown>) => i18n._(id, values);
}
