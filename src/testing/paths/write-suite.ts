import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cucumberSteps } from '#lib/statechart/path-formats/cucumber.ts';
import {
  type ExecutorsTarget,
  executorsFile,
  playwrightRunner,
  stubs,
  suite,
} from '#lib/statechart/path-formats/executors.ts';
import { gherkin, gherkinTarget } from '#lib/statechart/path-formats/gherkin.ts';
import type { FullReport } from '#lib/statechart/path-formats/path-report.ts';
import { vitestRunner } from '#lib/statechart/path-formats/vitest.ts';
import { writeNamed } from '#tools/usage.ts';
import type { SuiteFormat } from './arguments.ts';

const targets: Record<SuiteFormat, ExecutorsTarget> = {
  playwright: playwrightRunner,
  vitest: vitestRunner,
  gherkin: gherkinTarget,
};

/**
 * Writes a suite over executors, the steps of a feature among them, and beside it the executors as
 * stubs; those that are there already are kept as they are.
 */
export function writeSuite(format: SuiteFormat, reports: readonly FullReport[], out: string): void {
  if (format === 'gherkin') {
    writeNamed('--out', out, gherkin(reports));
    writeNamed('--stubs', out.replace(/(\.feature)?$/, '.steps.ts'), cucumberSteps(reports));
  } else {
    const runner = format === 'vitest' ? vitestRunner : playwrightRunner;
    writeNamed('--out', out, suite(reports, runner));
  }
  for (const report of reports) writeStubs(report, targets[format], dirname(out));
}

function writeStubs(report: FullReport, target: ExecutorsTarget, folder: string): void {
  const file = join(folder, executorsFile(report.machine));
  const isThere = existsSync(file);
  if (!isThere) writeNamed('--stubs', file, stubs(report, target));
  process.stderr.write(`${file}: ${isThere ? 'kept as it is' : 'fill in its executors'}\n`);
}
