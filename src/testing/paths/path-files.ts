import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cucumberSteps, gherkin } from '#lib/statechart/path-formats/gherkin.ts';
import { type FullReport, json } from '#lib/statechart/path-formats/path-report.ts';
import {
  moduleNames,
  playwrightRunner,
  type SuiteRunner,
  stubs,
  suite,
  vitestRunner,
} from '#lib/statechart/path-formats/test-suites.ts';
import { writeNamed } from '#tools/usage.ts';

export const suiteFormats = {
  gherkin,
  playwright: (reports: readonly FullReport[]) => suite(reports, playwrightRunner),
  vitest: (reports: readonly FullReport[]) => suite(reports, vitestRunner),
};
type SuiteFormat = keyof typeof suiteFormats;

export const pathFormats = { json, ...suiteFormats };

/**
 * Writes a suite that calls executors, the step definitions of a feature, and stubs of the
 * executors. Existing executors are not overwritten.
 */
export function writeSuite(format: SuiteFormat, reports: readonly FullReport[], out: string): void {
  const runner = format === 'playwright' ? playwrightRunner : vitestRunner;
  if (format === 'gherkin') {
    writeNamed('--out', out, gherkin(reports));
    writeNamed('--stubs', out.replace(/(\.feature)?$/, '.steps.ts'), cucumberSteps(reports));
  } else writeNamed('--out', out, suite(reports, runner));
  for (const [index, { file }] of moduleNames(reports).entries())
    writeStubs(reports[index] as FullReport, runner, join(dirname(out), file));
}

function writeStubs(report: FullReport, runner: SuiteRunner, path: string): void {
  const file = `${path}.${runner.executors}.ts`;
  const isThere = existsSync(file);
  if (!isThere) writeNamed('--stubs', file, stubs(report, runner));
  process.stderr.write(`${file}: ${isThere ? 'unchanged' : 'implement its executors'}\n`);
}
