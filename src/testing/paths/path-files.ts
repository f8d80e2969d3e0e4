import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { cucumberSteps, gherkin } from '#lib/statechart/path-formats/gherkin.ts';
import type { FullReport } from '#lib/statechart/path-formats/path-report.ts';
import {
  moduleNames,
  playwrightRunner,
  type SuiteRunner,
  stubs,
  suite,
  vitestRunner,
} from '#lib/statechart/path-formats/test-suites.ts';
import type { Exploration, Walk } from '#lib/statechart/paths/explore.ts';
import { recordedWalks } from '#lib/statechart/paths/walk.ts';
import { UsageError, writeNamed } from '#tools/usage.ts';
import type { SuiteFormat } from './arguments.ts';

export const recordedPaths = z
  .array(
    z.object({
      start: z.object({ name: z.string() }),
      steps: z.array(z.object({ name: z.string() })),
    }),
  )
  .min(1);

const file = z.object({ paths: recordedPaths });

export function walksFrom(name: string, space: Exploration): Walk[] {
  try {
    return recordedWalks(space, file.parse(JSON.parse(readFileSync(name, 'utf8'))).paths);
  } catch (error) {
    throw new UsageError(`--from ${name}: ${words(error as Error)}`);
  }
}

function words(error: Error): string {
  if (!(error instanceof z.ZodError)) return error.message;
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}

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
