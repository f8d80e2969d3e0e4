import { readFileSync } from 'node:fs';
import type { Mutant } from '#lib/statechart/mutation/mutant.ts';
import { mutantsOf } from '#lib/statechart/mutation/mutants.ts';
import { survivors } from '#lib/statechart/mutation/survivors.ts';
import { behaviourText } from '#lib/statechart/paths/behaviour.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { namedMachines, unexploredLines } from '#testing/machines/named-machines.ts';
import { writeNamed } from '#tools/usage.ts';
import { explanations } from './machine-explanations.ts';

const LEAST_SHARE = 0.97;

interface MutatedMachine {
  name: string;
  mutants: Mutant[];
  survivors: Mutant[];
}

/**
 * Makes every small fault of a kind in every machine of the catalogue and runs the machine-level
 * check on it: all samples in all states against the approved texts. Sets the exit status.
 * @throws {UsageError} when `json`, a file for the result, cannot be written
 */
export function mutateCatalogue(json: string | undefined): void {
  const machines = Object.entries(scenarios).map(([name, scenario]) => {
    const approved = readFileSync(
      new URL(`../../../tests/machines/approved/${name}.txt`, import.meta.url),
      'utf8',
    );
    const mutants = mutantsOf(name, scenario.machine, scenario.starts[0]?.input);
    return { name, mutants, survivors: survivors(scenario, mutants, approved) };
  });
  const { share, survived } = report(machines, json);
  const ids = new Set(survived.map(({ id }) => id));
  const outdated = [...explanations.keys()].filter((id) => !ids.has(id));
  for (const id of outdated) console.log(`explained, and caught or no fault any more: ${id}`);
  const isExplained = survived.every(({ explanation }) => explanation);
  if (share < LEAST_SHARE || !isExplained || outdated.length > 0) process.exitCode = 1;
}

/**
 * Makes the same faults in the machines of a file, each against its own behaviour under its
 * scenario: those that are left no suite made of these samples can notice.
 * @throws {UsageError} that names what cannot be loaded, explored or written
 */
export async function mutateFile(
  file: string,
  scenarioFile: string | undefined,
  json: string | undefined,
): Promise<void> {
  const machines = (await namedMachines([file], scenarioFile)).map((named) => {
    const { name, scenario } = named;
    const found = explore(scenario, MOST_PLACES);
    process.stderr.write(unexploredLines(named, found));
    const mutants = mutantsOf(name, scenario.machine, scenario.starts[0]?.input);
    return { name, mutants, survivors: survivors(scenario, mutants, behaviourText(found)) };
  });
  report(machines, json);
}

/** Explored states of a file's machine at most; its context may grow without an end. */
const MOST_PLACES = 2_000;

function report(machines: readonly MutatedMachine[], json: string | undefined) {
  const all = machines.flatMap(({ mutants }) => mutants);
  const survived = machines
    .flatMap((machine) => machine.survivors)
    .map(({ id }) => ({ id, explanation: explanations.get(id) ?? null }));
  const caught = all.length - survived.length;
  for (const { name, mutants, survivors: left } of machines)
    console.log(`${name}: ${mutants.length - left.length} of ${mutants.length} caught`);
  for (const operator of new Set(all.map((mutant) => mutant.operator))) {
    const made = all.filter((mutant) => mutant.operator === operator).length;
    console.log(`  ${operator}: ${made} made`);
  }
  for (const { id, explanation } of survived)
    console.log(`survived ${id}\n  ${explanation ?? 'NOT EXPLAINED'}`);
  const share = all.length === 0 ? 1 : caught / all.length;
  console.log(`${caught} of ${all.length} mutants caught (${(share * 100).toFixed(1)} %)`);
  if (json)
    writeNamed(
      '--json',
      json,
      `${JSON.stringify({ mutants: all.length, caught, survivors: survived }, null, 2)}\n`,
    );
  return { share, survived };
}
