import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  executorsFile,
  type SuiteRunner,
  stubs,
  suite,
} from '#lib/statechart/path-formats/executors.ts';
import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { type NamedMachine, namedMachines, unexploredLines } from './machines/named-machines.ts';
import { type PathsArguments, readArguments } from './paths/arguments.ts';
import { checkMachines } from './paths/check-properties.ts';
import { help } from './paths/help.ts';
import { runTool, UsageError, writeNamed } from './usage.ts';

const imports = { library: '#lib/statechart', scenarios: '#machines/catalogue.ts' };

await runTool(async () => {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await run(wanted);
  else process.stdout.write(help);
});

async function run(wanted: PathsArguments): Promise<void> {
  const { named, scenario, format, out } = wanted;
  const machines = await namedMachines(named, scenario);
  if (wanted.check) {
    const areHeld = await checkMachines(machines, {
      file: wanted.properties,
      places: wanted.places,
    });
    if (!areHeld) process.exitCode = 1;
    return;
  }
  const reports = machines.map((machine) => planned(machine, wanted));
  const { stubs: runner } = wanted;
  const text = runner ? suite(reports, runner) : (pathFormats[format]?.(reports, imports) ?? '');
  if (out === null) process.stdout.write(text);
  else writeNamed('--out', out, text);
  if (runner && out !== null) writeStubs(reports, runner, dirname(out));
  for (const report of reports) process.stderr.write(`${summaryLine(report)}\n`);
  const isMet = reports.every(({ uncovered, stopped }) => uncovered.length === 0 && !stopped);
  if (!isMet) process.exitCode = 1;
}

/** Explores one machine and plans its paths; what is not explored goes to the standard error. */
function planned(machine: NamedMachine, { options, places }: PathsArguments): FullReport {
  const { name, scenario, derived } = machine;
  try {
    const found = explore(scenario, places);
    const report = reportOf(name, found, plan(found, options), options);
    process.stderr.write(unexploredLines(machine, found));
    return report;
  } catch (error) {
    if (!derived) throw error;
    // It throws at its start, or does not do the same twice: only its author can say more.
    process.stderr.write(unexploredLines(machine));
    throw new UsageError(
      `${name} cannot be walked without a scenario: ${(error as Error).message}`,
    );
  }
}

/** Writes the executors beside the suite; those that are there already are kept as they are. */
function writeStubs(reports: readonly FullReport[], runner: SuiteRunner, folder: string): void {
  for (const report of reports) {
    const file = join(folder, executorsFile(report.machine));
    const isThere = existsSync(file);
    if (!isThere) writeNamed('--stubs', file, stubs(report, runner));
    process.stderr.write(`${file}: ${isThere ? 'kept as it is' : 'fill in its executors'}\n`);
  }
}

function summaryLine(report: FullReport): string {
  const { machine, criterion, covered, total, infeasible, paths, steps, resets } = report;
  const bound =
    report.lowerBound === null
      ? ''
      : ` (lower bound ${report.lowerBound} steps, ${report.lowerBoundResets} resets)`;
  const less = infeasible.length ? `, ${infeasible.length} infeasible` : '';
  const stopped = report.stopped ? `; stopped ${report.stopped}` : '';
  return `${machine}: ${criterion} ${covered} of ${total}${less}; ${paths.length} paths, ${steps} steps, ${resets} resets${bound}${stopped}`;
}
