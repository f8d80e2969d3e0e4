import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'zh', 'fr', 'pl', 'es', 'pt'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: [
        '<rootDir>/src/ui',
        '<rootDir>/src/portal',
        '<rootDir>/src/desk',
        '<rootDir>/src/charts',
      ],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
