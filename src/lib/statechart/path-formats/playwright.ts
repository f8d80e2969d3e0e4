import { type SuiteRunner, suite } from './executors.ts';
import type { FullReport } from './path-report.ts';

/** Playwright: executors act on the page. */
export const playwrightRunner: SuiteRunner = {
  module: '@playwright/test',
  system: `import type { Page } from '@playwright/test';

export type System = Page;
`,
  fixture: '{ page: system }',
  hasEffects: false,
  startsWithSystem: true,
  step: (title, call) => `await test.step(${JSON.stringify(title)}, () => ${call});`,
};

/** A Playwright file that walks each path through the executors beside it. */
export function playwright(reports: readonly FullReport[]): string {
  return suite(reports, playwrightRunner);
}
