import { csv } from './csv.ts';
import { playwright } from './executors.ts';
import { gherkin } from './gherkin.ts';
import { markdown } from './markdown.ts';
import { mermaid } from './mermaid.ts';
import { type FullReport, json } from './path-report.ts';
import { type TestImports, vitest } from './vitest.ts';

/** Writes the plans of several machines as one text. `imports` is of generated test files. */
export type PathFormat = (reports: readonly FullReport[], imports: TestImports) => string;

export const pathFormats: Readonly<Record<string, PathFormat>> = {
  json,
  csv,
  markdown,
  gherkin,
  mermaid,
  playwright,
  vitest,
};
