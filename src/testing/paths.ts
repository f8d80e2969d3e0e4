import { readFileSync } from 'node:fs';
import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import { plan, planOfWalks } from '#lib/statechart/paths/plan.ts';
import { runTool, UsageError, writeNamed } from '#tools/usage.ts';
import { type NamedMachine, namedMachines, unexploredLines } from './machines/named-machines.ts';
import { help, type PathsArguments, readArguments } from './paths/arguments.ts';
import { checkMachines, surveyMachines } from './paths/checks.ts';
import { walksFrom, writeSuite } from './paths/path-files.ts';

const schema = new URL('../lib/statechart/path-formats/path-report.schema.json', import.meta.url);

const imports = { library: '#lib/statechart', scenarios: '#machines/scenarios.ts' };

await runTool(async () => {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted === 'help') process.stdout.write(help);
  else if (wanted === 'schema') process.stdout.write(readFileSync(schema, 'utf8'));
  else await run(wanted);
});

async function run(wanted: PathsArguments): Promise<void> {
  const { named, scenario, format, out } = wanted;
  const machines = await namedMachines(named, scenario);
  if (wanted.check) {
    const allHold = await checkMachines(machines, {
      file: wanted.properties,
      places: wanted.places,
      walks: { seed: wanted.options.seed, walks: 100, length: wanted.options.length },
    });
    if (!allHold) process.exitCode = 1;
    return;
  }
  if (wanted.survey) {
    if (!surveyMachines(machines, wanted.places)) process.exitCode = 1;
    return;
  }
  if (wanted.serve) {
    await serveMachines(machines, wanted, wanted.serve);
    return;
  }
  if (wanted.from !== undefined && machines.length > 1)
    throw new UsageError('--from has the paths of one machine; name it');
  const reports = machines.map((machine) => planPaths(machine, wanted));
  if (wanted.stubs && out !== null) writeSuite(wanted.stubs, reports, out);
  else {
    const text = pathFormats[format]?.(reports, imports) ?? '';
    if (out === null) process.stdout.write(text);
    else writeNamed('--out', out, text);
  }
  for (const report of reports) process.stderr.write(`${summaryLine(report)}\n`);
  const isMet = reports.every(({ uncovered, stopped }) => uncovered.length === 0 && !stopped);
  if (!isMet) process.exitCode = 1;
}

function planPaths(machine: NamedMachine, { options, places, from }: PathsArguments): FullReport {
  return withExplanation(machine, () => {
    const space = exploreMachine(machine, places);
    if (from === undefined) return reportOf(machine.name, space, plan(space, options), options);
    const measured = planOfWalks(space, options, walksFrom(from, space));
    return reportOf(machine.name, space, measured, { plan: 'recorded', seed: options.seed });
  });
}

function exploreMachine(machine: NamedMachine, places: number): Exploration {
  const space = explore(machine.scenario, places);
  process.stderr.write(unexploredLines(machine, space));
  return space;
}

function withExplanation<T>(machine: NamedMachine, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!machine.derived || error instanceof UsageError) throw error;
    process.stderr.write(unexploredLines(machine));
    throw new UsageError(
      `${machine.name} cannot be walked without a scenario: ${(error as Error).message}`,
    );
  }
}

async function serveMachines(
  machines: readonly NamedMachine[],
  { options, places }: PathsArguments,
  serve: NonNullable<PathsArguments['serve']>,
): Promise<void> {
  const space = machines.map((machine) => ({
    name: machine.name,
    space: withExplanation(machine, () => exploreMachine(machine, places)),
  }));
  // Imported only here, because most commands do not need a web server.
  const { serveRuns } = await import('./paths/serve.ts');
  process.stdout.write(`${await serveRuns(space, options, serve)}\n`);
}

function summaryLine(report: FullReport): string {
  const { machine, criterion, covered, total, infeasible, paths, steps, resets } = report;
  const withSamples = infeasible.filter(({ isCertain }) => !isCertain).length;
  const less = infeasible.length
    ? `, ${infeasible.length} infeasible (${withSamples} of them with these samples)`
    : '';
  const stopped = report.stopped ? `; stopped ${report.stopped}` : '';
  return `${machine}: ${criterion} ${covered} of ${total}${less}; ${paths.length} paths, ${steps} steps, ${resets} resets${stopped}`;
}
