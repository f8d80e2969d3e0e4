import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cucumberSteps, gherkin } from '#lib/statechart/path-formats/gherkin.ts';
import { type FullReport, json } from '#lib/statechart/path-formats/path-report.ts';
import {
  type ModuleName,
  playwrightRunner,
  type SuiteRunner,
  stubs,
  suite,
  vitestRunner,
} from '#lib/statechart/path-formats/test-suites.ts';
import { writeNamed } from '#tools/usage.ts';

export const suiteFormats = {
  gherkin,
  playwright: suiteFor(playwrightRunner),
  vitest: suiteFor(vitestRunner),
};
type SuiteFormat = keyof typeof suiteFormats;

export const pathFormats = { json, ...suiteFormats };

function suiteFor(runner: SuiteRunner) {
  return (reports: readonly FullReport[], names: readonly ModuleName[]) =>
    suite(reports, names, runner);
}

/**
 * Writes a suite that calls executors, the step definitions of a feature, and stubs of the
 * executors. Existing executors are not overwritten.
 */
export function writeSuite(
  format: SuiteFormat,
  reports: readonly FullReport[],
  names: readonly ModuleName[],
  out: string,
): void {
  const runner = format === 'playwright' ? playwrightRunner : vitestRunner;
  writeNamed('--out', out, suiteFormats[format](reports, names));
  if (format === 'gherkin')
    writeNamed('--stubs', out.replace(/(\.feature)?$/, '.steps.ts'), cucumberSteps(names));
  for (const [index, { file }] of names.entries())
    writeStubs(reports[index] as FullReport, runner, join(dirname(out), file));
}

function writeStubs(report: FullReport, runner: SuiteRunner, path: string): void {
  const file = `${path}.${runner.executors}.ts`;
  const isThere = existsSync(file);
  if (!isThere) writeNamed('--stubs', file, stubs(report, runner));
  process.stderr.write(`${file}: ${isThere ? 'unchanged' : 'implement its executors'}\n`);
}
