import { readFileSync } from 'node:fs';
import type { Mutant } from '#lib/statechart/mutation/mutant.ts';
import { MAX_CONFIGURATIONS, mutantsOf, survivors } from '#lib/statechart/mutation/mutants.ts';
import { behaviourText } from '#lib/statechart/paths/behaviour.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { parsed, UsageError } from '#tools/usage.ts';
import {
  explainErrors,
  isMachineFile,
  type NamedMachine,
  namedMachines,
  runMachineTool,
  unexploredLines,
} from './machines/named-machines.ts';

const help = `Inserts small faults into machines, one at a time, and lists those that no test detects.

  npm run mutate                       all machines of the catalogue, with tests/machines/approved
  npm run mutate -- ./my.machine.ts    the machines of a file, compared with their unmodified
                                       behaviour (--scenario FILE, see src/lib/statechart/README.md)

Exit status for the catalogue: 0 when at least 97 % are detected and every other fault is explained;
for a file: 0. 2: invalid option.
`;

const MIN_SHARE = 0.97;

interface MutatedMachine {
  name: string;
  mutants: Mutant[];
  survivors: Mutant[];
}

/**
 * Mutates every machine of the catalogue and compares the behaviour for all samples in all states
 * with the approved texts. Sets the exit status.
 */
function mutateCatalogue(): void {
  const machines = Object.entries(scenarios).map(([name, scenario]) => {
    const approved = readFileSync(
      new URL(`../../tests/machines/approved/${name}.txt`, import.meta.url),
      'utf8',
    );
    const mutants = mutantsOf(name, scenario.machine);
    return { name, mutants, survivors: survivors(scenario, mutants, approved) };
  });
  const { share, survived } = report(machines);
  const outdated = explanations.filter(([ids]) => !survived.some(({ id }) => ids.test(id)));
  for (const [ids] of outdated)
    console.log(`no surviving mutant matches the explanation for ${ids}`);
  const isExplained = survived.every(({ explanation }) => explanation);
  if (share < MIN_SHARE || !isExplained || outdated.length > 0) process.exitCode = 1;
}

/**
 * Mutates each machine of a file and compares the mutants with the original in its scenario. A
 * surviving mutant behaves alike with all its samples, so no test with these samples detects it.
 * @throws {UsageError} if something cannot be loaded or explored
 */
async function mutateFile(file: string, scenarioFile: string | undefined): Promise<void> {
  const machines = await namedMachines([file], scenarioFile);
  report(machines.map((machine) => explainErrors(machine, () => mutateMachine(machine))));
}

function mutateMachine(named: NamedMachine): MutatedMachine {
  const { name, scenario } = named;
  const exploration = explore(scenario, MAX_CONFIGURATIONS);
  process.stderr.write(unexploredLines(named, exploration));
  if (!exploration.complete)
    process.stderr.write(
      `${name}: compared within ${MAX_CONFIGURATIONS} states, because there are more\n`,
    );
  const mutants = mutantsOf(name, scenario.machine);
  return { name, mutants, survivors: survivors(scenario, mutants, behaviourText(exploration)) };
}

function report(machines: readonly MutatedMachine[]) {
  const all = machines.flatMap(({ mutants }) => mutants);
  const survived = machines
    .flatMap((machine) => machine.survivors)
    .map(({ id }) => ({
      id,
      explanation: explanations.find(([ids]) => ids.test(id))?.[1] ?? null,
    }));
  const caught = all.length - survived.length;
  for (const { name, mutants, survivors: left } of machines)
    console.log(`${name}: ${mutants.length - left.length} of ${mutants.length} detected`);
  for (const operator of new Set(all.map((mutant) => mutant.operator))) {
    const total = all.filter((mutant) => mutant.operator === operator).length;
    console.log(`  ${operator}: ${total} mutants`);
  }
  for (const { id, explanation } of survived)
    console.log(`survived ${id}\n  ${explanation ?? 'without explanation'}`);
  const share = all.length === 0 ? 1 : caught / all.length;
  console.log(`${caught} of ${all.length} mutants detected (${(share * 100).toFixed(1)} %)`);
  return { share, survived };
}

const explanations: readonly (readonly [ids: RegExp, reason: string])[] = [
  [
    /^application: drop part (4 .* qualification\.submitted:review\.start:1|3 .* approved:sharing\.suspend:1)$/,
    'the previous candidate takes every personal application, so only public ones remain',
  ],
  [
    /^application: drop part 0 .* (approved:approval\.withdraw|suspended:sharing\.end|terminated\.byHolder:application\.reopen):\d$/,
    'every lead is a reviewer',
  ],
  [
    /^application: drop part 4 .*:application\.reopen:7$/,
    'an application has ended in one state, so only one of the guards holds',
  ],
  [
    /^application: drop part 4 .*:decision\.undo:\d$/,
    'a decision was made in one state, and an earlier candidate takes all the others',
  ],
  [
    /^application: retarget qualification:.* to qualification\.informationRequired$/,
    'an answer is awaited in only one state of the qualification',
  ],
  [
    /^login: retarget sendingCode:.* to code\.(entry\.editing|resend\.waiting)$/,
    'the target is the initial state of its region, and the other region starts, too',
  ],
  [
    /^application: drop assignment assignee in decide$/,
    'no sample starts a review with `assigns`; the tests of the desk do',
  ],
  [
    /^upload: retarget uploading:transfer.succeeded:0 to queued$/,
    'a queued file with an id becomes uploaded immediately',
  ],
  [
    /^upload-queue: retarget .* to (settled|transferring|unfinished)$/,
    'eventless transitions choose between the three states immediately',
  ],
  [
    /^consent: retarget recording:done\.recordChoice:0 to open$/,
    'an open banner with a recorded choice closes immediately',
  ],
];

await runMachineTool(help, async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: { scenario: { type: 'string' } },
  });
  const { scenario } = values;
  const [file] = positionals;
  if (isMachineFile(file)) await mutateFile(file, scenario);
  else if (scenario !== undefined) throw new UsageError('--scenario requires a machine file');
  else if (file !== undefined)
    throw new UsageError(
      `${file} is not a machine file; without a file, all machines of the catalogue are mutated`,
    );
  else mutateCatalogue();
});
