import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import type { AnyStateMachine } from 'xstate';
import { type DerivedScenario, derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { scenarios } from '#machines/scenarios.ts';
import { machinesOf, UsageError } from '#tools/usage.ts';

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

const TYPESCRIPT = /\.[cm]?tsx?$/;
/** What a bundler adds to `./other`, `./other.js` or `./folder`. */
const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

let areHooked = false;

/**
 * Imports a module that may have been written for a bundler: JSX, enums, types imported as if they
 * were values, and files named without their extension.
 * @throws {UsageError} with what Node says
 */
export async function loadModule(file: string): Promise<Record<string, unknown>> {
  if (!areHooked) registerHooks({ resolve: resolveAsBundlers, load: loadTransformed });
  areHooked = true;
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message}`);
  }
}

type Hooks = Parameters<typeof registerHooks>[0];

const resolveAsBundlers: NonNullable<Hooks['resolve']> = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!/^\.{1,2}(\/|$)/.test(specifier)) throw error;
    const base = specifier.replace(/\.js$|\/$/, '');
    for (const ending of endings)
      try {
        return next(`${base}${ending}`, context);
      } catch {
        // The next ending is tried; when all fail, the first error says more.
      }
    throw error;
  }
};

const loadTransformed: NonNullable<Hooks['load']> = (url, context, next) => {
  const isTypeScript = url.startsWith('file:') && TYPESCRIPT.test(url);
  if (!isTypeScript || url.includes('/node_modules/')) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    tsconfig: false,
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { format: 'module', source: code, shortCircuit: true };
};
