import { dirname, relative } from 'node:path';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import { pathsTo } from '#lib/statechart/paths/paths-to.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { scenarioStub } from '#lib/statechart/paths/scenario-stub.ts';
import { oneOf, UsageError, writeNamed } from '#tools/usage.ts';
import {
  explainErrors,
  type NamedMachine,
  namedMachines,
  runMachineTool,
  unexploredLines,
} from './machines/named-machines.ts';
import { help, type PathsArguments, readArguments } from './paths/arguments.ts';
import { checkMachines, surveyMachines } from './paths/checks.ts';
import { pathFormats, writeSuite } from './paths/path-files.ts';

await runMachineTool(help, async () => {
  const wanted = readArguments(process.argv.slice(2));
  const { named, scenario, format, out } = wanted;
  const machines = await namedMachines(named, scenario, wanted.machine);
  if (wanted.check) {
    if (!checkMachines(machines, wanted.places)) process.exitCode = 1;
    return;
  }
  if (wanted.survey) {
    if (!surveyMachines(machines, wanted.places)) process.exitCode = 1;
    return;
  }
  if (wanted.stub) {
    writeScenarioStub(machines, out);
    return;
  }
  const [first, another] = machines;
  if (first && (wanted.serve || wanted.to !== undefined)) {
    if (another)
      throw new UsageError('--to and --serve require a single machine: name it with --machine');
    if (wanted.to === undefined) await serveMachine(first, wanted);
    else writePathsTo(first, wanted.to, wanted);
    return;
  }
  if (another && format === 'gherkin')
    throw new UsageError('a Gherkin file describes a single machine: name it with --machine');
  const reports = machines.map((machine) => planPaths(machine, wanted));
  const names = machines.map(({ module }) => module);
  if (wanted.stubs && out !== null) writeSuite(wanted.stubs, reports, names, out);
  else write(out, pathFormats[format](reports, names));
  for (const report of reports) process.stderr.write(`${summaryLine(report)}\n`);
  const isReached = reports.every(({ unreached }) => unreached.length === 0);
  if (!isReached && machines[0]) process.stderr.write(stubHint(machines[0]));
  const isMet = reports.every(({ uncovered, stopped }) => uncovered.length === 0 && !stopped);
  if (!isMet || !isReached) process.exitCode = 1;
});

function writePathsTo(machine: NamedMachine, to: string, wanted: PathsArguments): void {
  const { via, places, format, out, options } = wanted;
  const { states, transitions } = machineGraph(machine.scenario.machine);
  const [, ...names] = states.map(({ id }) => id);
  oneOf('--to', to, names);
  if (via !== null)
    oneOf(
      '--via',
      via,
      transitions.map(({ id }) => id),
    );
  const report = explainErrors(machine, () => {
    const exploration = exploreMachine(machine, places);
    return reportOf(machine.name, exploration, pathsTo(exploration, to, via), {
      ...options,
      plan: 'shortest',
    });
  });
  write(out, pathFormats[format]([report], [machine.module]));
  const after = via === null ? '' : ` after ${via}`;
  const [shortest] = report.paths;
  const several = report.paths.length > 1 ? `${report.paths.length} paths, shortest first: ` : '';
  const found = shortest
    ? `${several}the shortest path has ${counted(shortest.steps.length, 'step')}`
    : `not reached${report.stopped ? '' : ' with the events sent'}`;
  // After a stop, unexplored states may have other ways in and, with --via, shorter ones.
  const stopped = report.stopped ? `, stopped ${report.stopped}` : '';
  process.stderr.write(`${machine.name}: ${to}${after}: ${found}${stopped}\n`);
  if (!shortest) {
    process.stderr.write(stubHint(machine));
    process.exitCode = 1;
  }
}

function stubHint({ derived, file }: NamedMachine): string {
  return derived ? `For events with payloads, write a scenario: paths ${file} --stub\n` : '';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function writeScenarioStub(machines: readonly NamedMachine[], out: string | null): void {
  const file = relative(dirname(out ?? machines[0]?.file ?? ''), machines[0]?.file ?? '');
  const module = file.startsWith('.') ? file : `./${file}`;
  const imported = machines.map(({ exported }) =>
    exported === 'default' ? 'default as machine' : exported,
  );
  const scenarios = machines.map(({ scenario: { machine }, exported }) => {
    const name = exported === 'default' ? 'machine' : exported;
    return `export const ${name}Scenario = ${scenarioStub(machine, name)};\n`;
  });
  const text = `// Events with the fields that guards and actions read, and the values with which they compare them.
// Replace each 'fill in', and add an event for each payload that matters. Then: paths FILE --scenario THIS
import { ${imported.join(', ')} } from '${module.replaceAll('\\', '/')}';

${scenarios.join('\n')}`;
  write(out, text);
}

function write(out: string | null, text: string): void {
  if (out === null) process.stdout.write(text);
  else writeNamed('--out', out, text);
}

function planPaths(machine: NamedMachine, { options, places }: PathsArguments): FullReport {
  return explainErrors(machine, () => {
    const exploration = exploreMachine(machine, places);
    return reportOf(machine.name, exploration, plan(exploration, options), options);
  });
}

function exploreMachine(machine: NamedMachine, places: number): Exploration {
  const exploration = explore(machine.scenario, places);
  process.stderr.write(unexploredLines(machine, exploration));
  return exploration;
}

async function serveMachine(
  machine: NamedMachine,
  { options, places, port }: PathsArguments,
): Promise<void> {
  const exploration = explainErrors(machine, () => exploreMachine(machine, places));
  // Imported only here, because most commands do not need a web server.
  const { serveRuns } = await import('./paths/serve.ts');
  process.stdout.write(`${await serveRuns(machine.name, exploration, options, port)}\n`);
}

function summaryLine(report: FullReport): string {
  const { machine, criterion, covered, total, infeasible, paths, steps, resets } = report;
  const certain = infeasible.filter(({ isCertain }) => isCertain).length;
  const others = infeasible.length - certain;
  return [
    `${machine}: ${criterion} ${covered} of ${total}`,
    ...(certain ? [`${certain} cannot be covered`] : []),
    ...(others ? [`${others} not reached with the events sent`] : []),
    [counted(paths.length, 'path'), counted(steps, 'step'), counted(resets, 'reset')].join(', '),
    ...(report.stopped ? [`stopped ${report.stopped}`] : []),
  ].join('; ');
}
