import { execFileSync } from 'node:child_process';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { type Messages, setupI18n } from '@lingui/core';
import { localeOf } from '#contract/languages.ts';

type Language = keyof typeof localeOf;

/** A message of a catalogue file. */
export interface Entry {
  id: string;
  /** English source. */
  message: string;
  translation: string;
  flags: readonly string[];
}

/**
 * Entries of a catalogue by id, without the fallback to English and without drafts (`npm run
 * extract:draft`).
 */
export async function readCatalog(language: Language): Promise<Map<string, Entry>> {
  const entries = await readWithDrafts(language);
  return new Map([...entries].filter(([, entry]) => !isDraft(entry)));
}

/** English text in place of a translation. */
export const isDraft = ({ flags }: Entry) => flags.includes('fuzzy');

/**
 * Drafts are accepted on every branch but `main`. If the branch is unknown, because a commit is
 * checked out or git is missing, they are accepted outside CI.
 */
export function areDraftsAccepted(
  env: NodeJS.ProcessEnv = process.env,
  branch = currentBranch,
): boolean {
  const name = env.GITHUB_REF_NAME || branch();
  return name === '' ? !env.CI : name !== 'main';
}

function currentBranch(): string {
  try {
    return execFileSync('git', ['branch', '--show-current'], { stdio: 'pipe' }).toString().trim();
  } catch {
    return '';
  }
}

/** Entries of a catalogue by id, including drafts. */
export async function readWithDrafts(language: Language): Promise<Map<string, Entry>> {
  const [catalog] = await getCatalogs(getConfig());
  const entries = Object.entries((await catalog?.read(language)) ?? {}).map(([id, entry]) => {
    const { flags = [] } = (entry.extra ?? {}) as { flags?: string[] };
    const { message = id, translation = '' } = entry;
    return [id, { id, message, translation, flags }] as const;
  });
  return new Map(entries);
}

/** Compiles messages; returns them and the errors. */
export function compileMessages(texts: Record<string, string>) {
  const { source, errors } = createCompiledCatalog('en', texts, { namespace: 'json' });
  const { messages } = JSON.parse(source) as { messages: Messages };
  return { messages, errors: errors.map(({ source, error }) => `${source}: ${error.message}`) };
}

/** Formats messages in a language as the pages do. */
export function speaker(language: Language, messages: Messages) {
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: messages },
  });
  return (id: string, values: Record<string, unknown>) => i18n._(id, values);
}
