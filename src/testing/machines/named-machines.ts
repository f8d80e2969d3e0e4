import { basename } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { type DerivedScenario, derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { scenarios } from '#machines/scenarios.ts';
import { machinesOf, UsageError } from '#tools/usage.ts';
import { loadModule } from './load-module.ts';

/** A machine that a command line names: of the catalogue, or of a file. */
export interface NamedMachine {
  name: string;
  machine: AnyStateMachine;
  scenario: Scenario;
  /** Of a machine whose scenario is derived from it, since no file has one. */
  derived: DerivedScenario | null;
}

/** Tests that an argument names a file, not a machine of the catalogue. */
export function isMachineFile(argument: string | undefined): argument is string {
  return argument !== undefined && /[\\/]|\.[cm]?[jt]s$/.test(argument);
}

/**
 * The machines that a command line names: one of the catalogue, all of them, or those that a file
 * exports, with the scenarios that another file exports for them.
 * @throws {UsageError} that names what there is not
 */
export async function namedMachines(
  positionals: readonly string[],
  scenarioFile: string | undefined,
): Promise<NamedMachine[]> {
  const [file, more] = positionals;
  if (!isMachineFile(file)) {
    if (scenarioFile !== undefined)
      throw new UsageError('--scenario belongs to a machine file; the catalogue has its own');
    return machinesOf(positionals, Object.keys(scenarios)).map((name) => ofCatalogue(name));
  }
  if (more !== undefined) throw new UsageError(`${more}: one machine file at a time`);
  const machines = Object.entries(await loadModule(file)).filter(isMachineEntry);
  if (machines.length === 0)
    throw new UsageError(
      `${file} exports no XState v5 machine; export the result of createMachine`,
    );
  const given = scenarioFile === undefined ? [] : await scenariosOf(scenarioFile);
  const named = new Map(machines.map(([key, machine]) => [machine, nameOf(file, key, machine)]));
  for (const { machine } of given)
    if (!named.has(machine))
      throw new UsageError(
        `--scenario ${scenarioFile}: its machine is not one that ${file} exports`,
      );
  return [...named].map(([machine, name]) => {
    const own = given.find((one) => one.machine === machine);
    const derived = own ? null : derivedScenario(machine);
    return { name, machine, scenario: own ?? (derived as DerivedScenario).scenario, derived };
  });
}

/** The places that were not explored, or by an assumption, as lines for the standard error. */
export function unexploredLines({ name, derived }: NamedMachine, found?: Exploration): string {
  const places = derived?.unexplored(found) ?? [];
  return places
    .map(({ place, reason }) => `${name}: not explored at ${place}: ${reason}\n`)
    .join('');
}

function ofCatalogue(name: string): NamedMachine {
  const scenario = scenarios[name] as Scenario;
  return { name, machine: scenario.machine, scenario, derived: null };
}

async function scenariosOf(file: string): Promise<Scenario[]> {
  const found = Object.values(await loadModule(file)).filter(isScenario);
  if (found.length === 0)
    throw new UsageError(
      `--scenario ${file} exports no scenario: machine, starts, epoch, samples and abstract`,
    );
  return found;
}

/** A machine's own id says more than `default`, unless it has none. */
function nameOf(file: string, key: string, { id }: AnyStateMachine): string {
  if (id !== '(machine)') return id;
  return key === 'default' ? basename(file).replace(/\.[cm]?[jt]s$/, '') : key;
}

function isMachineEntry(entry: [string, unknown]): entry is [string, AnyStateMachine] {
  const value = entry[1] as Partial<AnyStateMachine> | null | undefined;
  return typeof value?.getInitialSnapshot === 'function' && 'root' in value && 'provide' in value;
}

function isScenario(value: unknown): value is Scenario {
  const { machine, starts, samples, abstract } = (value ?? {}) as Partial<Scenario>;
  return (
    isMachineEntry(['', machine]) &&
    Array.isArray(starts) &&
    typeof samples === 'function' &&
    typeof abstract === 'function'
  );
}
