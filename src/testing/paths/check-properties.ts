import { checkOnWalks, type WalksWanted } from '#lib/statechart/paths/check-on-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { type Checked, checkProperties, type Property } from '#lib/statechart/paths/properties.ts';
import { properties } from '#machines/properties.ts';
import { loadModule } from '#testing/machines/load-module.ts';
import { type NamedMachine, unexploredLines } from '#testing/machines/named-machines.ts';
import { UsageError } from '#tools/usage.ts';

/** Properties of the catalogue's machines, or those that a file exports, and how far to explore and to walk. */
export interface PropertiesWanted {
  file: string | undefined;
  places: number;
  walks: WalksWanted;
}

/**
 * Checks the properties of some machines over the whole space, and on random walks; writes a line a
 * property, with the shortest walk that breaks it. Returns true when all hold.
 * @throws {UsageError} when a machine has none, or the file exports none
 */
export async function checkMachines(
  machines: readonly NamedMachine[],
  { file, places, walks }: PropertiesWanted,
): Promise<boolean> {
  const given = file === undefined ? null : await propertiesOf(file);
  const asked = machines.flatMap((machine) => {
    const own = given ?? properties[machine.name];
    return own ? [{ machine, own }] : [];
  });
  if (asked.length === 0)
    throw new UsageError('no property is known of it: name a file of them with --properties');
  let areHeld = true;
  for (const { machine, own } of asked) {
    const found = explore(machine.scenario, places);
    process.stderr.write(unexploredLines(machine, found));
    const whole = found.complete ? 'the whole space' : `${places} states, not the whole space`;
    process.stdout.write(`${machine.name}: ${own.length} properties over ${whole}\n`);
    for (const checked of checkProperties(found, own)) {
      process.stdout.write(lineOf(checked));
      areHeld &&= checked.breach === null && found.complete;
    }
    const walked = await checkOnWalks(machine.scenario, own, walks);
    const broken = walked.filter(({ breach }) => breach !== null);
    areHeld &&= broken.length === 0;
    process.stdout.write(
      `  ${walked.length - broken.length} of ${walked.length} that a walk can break hold on ${walks.walks} random walks of ${walks.length} steps at most, seed ${walks.seed}\n`,
    );
    for (const checked of broken) process.stdout.write(lineOf(checked));
  }
  return areHeld;
}

function lineOf({ property: { name, source }, breach, instances }: Checked): string {
  if (!breach) return `  holds   ${name} (${source}; ${instances} instances)\n`;
  const walk = [breach.start, ...breach.steps].join(' → ');
  return `  BROKEN  ${name} (${source})\n          ${walk}, in ${breach.state}\n`;
}

async function propertiesOf(file: string): Promise<Property[]> {
  const found = Object.values(await loadModule(file))
    .flat()
    .filter(isProperty);
  if (found.length === 0)
    throw new UsageError(`--properties ${file} exports no list of properties`);
  return found;
}

function isProperty(value: unknown): value is Property {
  const { name, kind } = (value ?? {}) as Partial<Property>;
  return (
    typeof name === 'string' &&
    ['never', 'precededBy', 'reachable', 'leadsTo'].includes(kind as string)
  );
}
