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

export interface NamedMachine {
  name: string;
  machine: AnyStateMachine;
  scenario: Scenario;
  /** null if the scenario is written by hand. */
  derived: DerivedScenario | null;
}

export function isMachineFile(argument: string | undefined): argument is string {
  return argument !== undefined && /[\\/]|\.[cm]?[jt]s$/.test(argument);
}

/**
 * Returns the machines named on a command line: one or all of the catalogue, or those exported by a
 * file, with the scenarios that another file exports.
 * @throws {UsageError} if something named does not exist
 */
export async function namedMachines(
  positionals: readonly string[],
  scenarioFile: string | undefined,
): Promise<NamedMachine[]> {
  const [file, more] = positionals;
  if (!isMachineFile(file)) {
    if (scenarioFile !== undefined)
      throw new UsageError(
        '--scenario requires a machine file; machines of the catalogue have their own scenarios',
      );
    return machinesOf(positionals, Object.keys(scenarios)).map((name) => ofCatalogue(name));
  }
  if (more !== undefined) throw new UsageError(`${more}: one machine file at a time`);
  const machines = Object.entries(await loadModule(file)).filter(isMachineEntry);
  if (machines.length === 0)
    throw new UsageError(
      `${file} exports no XState v5 machine; export the result of createMachine`,
    );
  const scenariosInFile = scenarioFile === undefined ? [] : await scenariosOf(scenarioFile);
  const named = new Map(machines.map(([key, machine]) => [machine, nameOf(file, key, machine)]));
  for (const { machine } of scenariosInFile)
    if (!named.has(machine))
      throw new UsageError(
        `--scenario ${scenarioFile}: its machine is not one that ${file} exports`,
      );
  return [...named].map(([machine, name]) => {
    const own = scenariosInFile.find((one) => one.machine === machine);
    const derived = own ? null : derivedScenario(machine);
    return { name, machine, scenario: own ?? (derived as DerivedScenario).scenario, derived };
  });
}

export function unexploredLines({ name, derived }: NamedMachine, space?: Exploration): string {
  const places = derived?.unexplored(space) ?? [];
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
/** File endings that a bundler adds to `./other`, `./other.js` or `./folder`. */
const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

let areHooked = false;

/** Imports a module written for a bundler: JSX, enums, names without extension. */
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
        // Try the next ending. If all fail, the first error is the most helpful one.
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
