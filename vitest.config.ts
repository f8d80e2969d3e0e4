import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { callAddresses } from './src/tools/build/call-addresses.ts';
import { catalogAreas } from './src/tools/build/catalog-areas.ts';

/** Projects by what they need: most run as the server does; what is shown needs the build's plugins. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/ui/**',
            'tests/portal/**',
            'tests/desk/**',
            'tests/charts/**',
            'tests/browser/**',
          ],
        },
      },
      {
        plugins: [
          react(),
          catalogAreas(),
          callAddresses(),
          babel({ presets: [linguiTransformerBabelPreset()] }),
        ],
        test: {
          name: 'ui',
          include: ['tests/{ui,portal,desk,charts}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
