import { csv } from './formats/csv.ts';
import { gherkin } from './formats/gherkin.ts';
import { json } from './formats/json.ts';
import { junit } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { mermaid } from './formats/mermaid.ts';
import { playwright } from './formats/playwright.ts';
import { vitest } from './formats/vitest.ts';
import type { FullReport } from './report.ts';

export const formats: Readonly<Record<string, (reports: readonly FullReport[]) => string>> = {
  json,
  csv,
  markdown,
  gherkin,
  junit,
  mermaid,
  playwright,
  vitest,
};
