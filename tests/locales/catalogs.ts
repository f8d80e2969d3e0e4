import { execFileSync } from 'node:child_process';
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

/**
 * A catalog's entries by id, as `locales/` has them, without what falls back to English and without
 * drafts (`npm run extract:draft`).
 */
export async function readCatalog(language: Language): Promise<Map<string, Entry>> {
  const entries = await readWithDrafts(language);
  return new Map([...entries].filter(([, entry]) => !isDraft(entry)));
}

/** True for an English text in the place of a translation. */
export const isDraft = ({ flags }: Entry) => flags.includes('fuzzy');

/** Drafts are accepted on every branch but `main`; also where there is no git. */
export function areDraftsAccepted(): boolean {
  try {
    const branch = execFileSync('git', ['branch', '--show-current'], { stdio: 'pipe' });
    return branch.toString().trim() !== 'main';
  } catch {
    return true;
  }
}

/** A catalog's entries by id, drafts included. */
export async function readWithDrafts(language: Language): Promise<Map<string, Entry>> {
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
