import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languageCodes } from './src/contract/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: languageCodes,
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  // The server describes its messages without a build; see `src/lib/words`.
  macro: { corePackage: ['@lingui/core/macro', '#lib/words/msg.ts'] },
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
