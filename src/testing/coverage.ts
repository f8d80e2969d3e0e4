import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageText, measures, summaryOf } from '#lib/statechart/coverage/summary.ts';
import { readVisits, type Visits } from '#lib/statechart/coverage/visit-log.ts';
import { oneOf, parsed, UsageError } from '#tools/usage.ts';
import {
  explainErrors,
  isMachineFile,
  namedMachines,
  runMachineTool,
  unexploredLines,
  VISITS_FOLDER,
} from './machines/named-machines.ts';

const help = `Measures the coverage of the machines by the visits that test suites recorded.

  npm run test:all && npm run coverage
  npm run coverage -- --level 1 --require transitions
  npm run coverage -- ./my.machine.ts [--scenario ./my.scenario.ts] --visits ./visits

Visits of another version of a machine (by a fingerprint of its graph) are listed but do not count.

A file is a module that exports XState v5 machines. Its suites write visits with VisitLog of
src/lib/statechart, under the machines' ids.

  --level N        1 machines alone, 2 over HTTP, 3 in the browser (default: all)
  --machine NAME   only this machine
  --visits DIR     folder of the visits (default: coverage/visits)
  --scenario FILE  module that exports scenarios of the file's machines
  --require WHAT   ${measures.join(', ')}: exit status 1 unless all is covered and no
                   suite failed

Exit status: 0; 1 --require is not met; 2 invalid option or value, or there are no visits.
`;

await runMachineTool(help, run);

async function run(): Promise<void> {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      level: { type: 'string' },
      machine: { type: 'string' },
      require: { type: 'string', multiple: true },
      visits: { type: 'string' },
      scenario: { type: 'string' },
    },
  });
  const level = values.level === undefined ? null : Number(values.level);
  if (level !== null && ![1, 2, 3].includes(level))
    throw new UsageError(`--level «${values.level}» is not 1, 2 or 3`);
  const required = (values.require ?? []).map((name) => oneOf('--require', name, measures));
  if (positionals.length > 0 && !isMachineFile(positionals[0]))
    throw new UsageError(
      `${positionals[0]} is not a machine file; use --machine for machines of the catalogue`,
    );
  const machines = await namedMachines(
    positionals.length ? positionals : ['all'],
    values.scenario,
    values.machine,
  );
  for (const machine of machines) process.stderr.write(unexploredLines(machine));
  const read = visitsOf(level, values.visits);
  if (read.length === 0) throw new UsageError('No visits were recorded; run the tests first');
  const all = machines.map((machine) =>
    explainErrors(machine, () => summaryOf(read, machine.name, machine.scenario)),
  );
  process.stdout.write(coverageText(all));
  // Visits of failed suites do not count, so after a failure no measure is met.
  const isMet = required.every((measure) =>
    all.every(({ failed, ...summary }) => !failed.length && !summary[measure].uncovered.length),
  );
  if (!isMet) process.exitCode = 1;
}

function visitsOf(level: number | null, folder: string | undefined): Visits[] {
  try {
    const directory = folder === undefined ? VISITS_FOLDER : pathToFileURL(`${resolve(folder)}/`);
    return readVisits(level, directory);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
