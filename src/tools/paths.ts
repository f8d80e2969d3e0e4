import { writeFileSync } from 'node:fs';
import { explore } from '#machines/paths/explore.ts';
import { plan } from '#machines/paths/plan.ts';
import { scenarios } from '#machines/paths/scenarios.ts';
import { type PathsArguments, readArguments } from './paths/arguments.ts';
import { formats } from './paths/formats.ts';
import { help } from './paths/help.ts';
import { PathsError } from './paths/paths-error.ts';
import { type FullReport, reportOf } from './paths/report.ts';

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) run(wanted);
  else process.stdout.write(help);
} catch (error) {
  if (!(error instanceof PathsError)) throw error;
  process.stderr.write(`${error.message}\n--help tells more.\n`);
  process.exitCode = 2;
}

function run({ machines, options, places, format, out }: PathsArguments): void {
  const reports = machines.flatMap((machine): FullReport[] => {
    const scenario = scenarios[machine];
    if (!scenario) return [];
    const found = explore(scenario, places);
    return [reportOf(machine, found, plan(found, options), options)];
  });
  const text = formats[format]?.(reports) ?? '';
  if (out === null) process.stdout.write(text);
  else write(out, text);
  for (const report of reports) process.stderr.write(`${told(report)}\n`);
  const isMet = reports.every(({ uncovered, stopped }) => uncovered.length === 0 && !stopped);
  if (!isMet) process.exitCode = 1;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new PathsError(`--out ${file}: ${(error as Error).message}`);
  }
}

function told(report: FullReport): string {
  const { machine, criterion, covered, total, infeasible, paths, steps, resets } = report;
  const bound =
    report.lowerBound === null
      ? ''
      : ` (lower bound ${report.lowerBound} steps, ${report.lowerBoundResets} resets)`;
  const less = infeasible.length ? `, ${infeasible.length} infeasible` : '';
  const stopped = report.stopped ? `; stopped ${report.stopped}` : '';
  return `${machine}: ${criterion} ${covered} of ${total}${less}; ${paths.length} paths, ${steps} steps, ${resets} resets${bound}${stopped}`;
}
