import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { languageCodes } from '#contract/languages.ts';

/**
 * Fills each untranslated message of `locales/` with its English text and the `fuzzy` flag of gettext.
 * The checks accept such drafts on every branch but `main`.
 */
const [catalog] = await getCatalogs(getConfig());
for (const language of languageCodes) {
  const messages = (await catalog?.read(language)) ?? {};
  const missing = Object.entries(messages).filter(([, { translation }]) => !translation);
  for (const [id, message] of missing) {
    const flags = [...((message.extra as { flags?: string[] })?.flags ?? []), 'fuzzy'];
    messages[id] = {
      ...message,
      translation: message.message ?? id,
      extra: { ...message.extra, flags },
    };
  }
  if (missing.length > 0) await catalog?.write(language, messages);
  console.log(`${language}: ${missing.length} drafts`);
}
