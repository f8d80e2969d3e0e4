import { readFileSync } from 'node:fs';
import type { Mutant } from '#lib/statechart/mutation/mutant.ts';
import { mutantsOf } from '#lib/statechart/mutation/mutants.ts';
import { survivors } from '#lib/statechart/mutation/survivors.ts';
import { scenarios } from '#machines/catalogue.ts';
import { writeNamed } from '../usage.ts';
import { explanations } from './machine-explanations.ts';

const LEAST_SHARE = 0.95;

/**
 * Makes every small fault of a kind in every machine and runs the machine-level check on it: all
 * samples in all states against the approved texts. Sets the exit status.
 * @throws {UsageError} when `json`, a file for the result, cannot be written
 */
export function mutateMachines(json: string | undefined): void {
  const machines = Object.entries(scenarios).map(([name, scenario]) => {
    const approved = readFileSync(
      new URL(`../../../tests/machines/approved/${name}.txt`, import.meta.url),
      'utf8',
    );
    const mutants = mutantsOf(name, scenario.machine);
    return { name, mutants, survivors: survivors(scenario, mutants, approved) };
  });
  report(machines, json);
}

function report(
  machines: { name: string; mutants: Mutant[]; survivors: Mutant[] }[],
  json: string | undefined,
): void {
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
  const share = caught / all.length;
  console.log(`${caught} of ${all.length} mutants caught (${(share * 100).toFixed(1)} %)`);
  if (json)
    writeNamed(
      '--json',
      json,
      `${JSON.stringify({ mutants: all.length, caught, survivors: survived }, null, 2)}\n`,
    );
  if (share < LEAST_SHARE || survived.some(({ explanation }) => !explanation)) process.exitCode = 1;
}
