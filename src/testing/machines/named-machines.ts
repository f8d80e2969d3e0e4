import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ResolverFactory } from 'rolldown/experimental';
import { transformSync } from 'rolldown/utils';
import type { AnyStateMachine } from 'xstate';
import { type ModuleName, moduleNames } from '#lib/statechart/path-formats/test-suites.ts';
import { type DerivedScenario, derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { scenarios } from '#machines/scenarios.ts';
import { machinesOf, oneOf, printHelpIfAsked, runTool, UsageError } from '#tools/usage.ts';

export const VISITS_FOLDER = new URL('../../../coverage/visits/', import.meta.url);

const root = resolve(import.meta.dirname, '../../..');

/** Runs a command in the folder of its caller, which `npm run --prefix` has left. */
export async function runMachineTool(help: string, run: () => void | Promise<void>): Promise<void> {
  printHelpIfAsked(help);
  const { INIT_CWD } = process.env;
  if (INIT_CWD && process.cwd() === root) process.chdir(INIT_CWD);
  await runTool(run);
}

export interface NamedMachine {
  name: string;
  scenario: Scenario;
  derived: DerivedScenario | null;
  /** Path of the machine's file. `exported`: name of its export. Both empty for the catalogue. */
  file: string;
  exported: string;
  /** Unique among all machines of the file, so that it does not depend on `--machine`. */
  module: ModuleName;
}

export function isMachineFile(argument: string | undefined): argument is string {
  return argument !== undefined && /[\\/]|\.[cm]?[jt]s$/.test(argument);
}

/**
 * Returns the machines named on a command line: one or all of the catalogue, or those exported by a
 * file, with the scenarios that another file exports.
 * @param only name of the single machine to return
 * @throws {UsageError} if a named machine or file does not exist
 */
export async function namedMachines(
  positionals: readonly string[],
  scenarioFile?: string,
  only?: string,
): Promise<NamedMachine[]> {
  const machines = await allMachines(positionals, scenarioFile);
  if (only === undefined) return machines;
  oneOf(
    '--machine',
    only,
    machines.map(({ name }) => name),
  );
  return machines.filter(({ name }) => name === only);
}

async function allMachines(
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
  const named = new Map(machines.map(([key, machine]) => [machine, key]));
  for (const { machine } of scenariosInFile)
    if (!named.has(machine))
      throw new UsageError(
        `--scenario ${scenarioFile}: its machine is not one that ${file} exports`,
      );
  const names = [...named].map(([machine, exported]) => nameOf(file, exported, machine));
  const modules = moduleNames(names);
  return [...named].map(([machine, exported], index) => {
    const own = scenariosInFile.find((scenario) => scenario.machine === machine);
    const derived = own ? null : derivedScenario(machine);
    return {
      name: names[index] as string,
      module: modules[index] as ModuleName,
      scenario: own ?? (derived as DerivedScenario).scenario,
      derived,
      file,
      exported,
    };
  });
}

export function unexploredLines(
  { name, derived }: NamedMachine,
  exploration?: Exploration,
): string {
  const places = derived?.unexplored(exploration) ?? [];
  return places
    .map(({ place, reason }) => `${name}: not explored at ${place}: ${reason}\n`)
    .join('');
}

/** Converts errors of a file's machine, such as one without a required input, to usage errors. */
export function explainErrors<T>(machine: NamedMachine, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (machine.file === '' || error instanceof UsageError) throw error;
    process.stderr.write(unexploredLines(machine));
    const reason = machine.derived
      ? 'has no reproducible paths without a scenario (paths FILE --stub writes one)'
      : 'has no reproducible paths with its scenario';
    throw new UsageError(`${machine.name} ${reason}: ${(error as Error).message}`);
  }
}

function ofCatalogue(name: string): NamedMachine {
  const scenario = scenarios[name] as Scenario;
  const [module] = moduleNames([name]) as [ModuleName];
  return { name, module, scenario, derived: null, file: '', exported: '' };
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

let areHooked = false;

/** Imports a module written for a bundler: TypeScript, JSX, `paths` of tsconfig.json, assets. */
export async function loadModule(file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist in ${process.cwd()}`);
  if (!areHooked) registerHooks({ resolve: resolveAsBundlers, load: loadTransformed });
  areHooked = true;
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message}`);
  }
}

type Hooks = Parameters<typeof registerHooks>[0];

const extensions = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const resolver = new ResolverFactory({
  extensions,
  extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'] },
  conditionNames: ['node', 'import'],
  tsconfig: 'auto',
});

const resolveAsBundlers: NonNullable<Hooks['resolve']> = (specifier, context, next) => {
  // Loads this project's XState, because composite guards are recognised by its functions.
  if (/^xstate(\/|$)/.test(specifier))
    return next(specifier, { ...context, parentURL: import.meta.url });
  try {
    return next(specifier, context);
  } catch (error) {
    const { parentURL } = context;
    if (!parentURL?.startsWith('file:')) throw error;
    const importer = fileURLToPath(parentURL);
    const { path } = resolver.resolveFileSync(importer, specifier);
    if (path) return { url: pathToFileURL(path).href, shortCircuit: true };
    const help = /^[./]/.test(specifier)
      ? `tried ${extensions.join(', ')} and /index`
      : `install the packages of ${importer}, or add the alias to \`paths\` in its tsconfig.json`;
    throw new Error(`Cannot find «${specifier}», which ${importer} imports: ${help}`);
  }
};

const TRANSFORMED = /\.([cm]?tsx?|jsx)$/;
const ASSET = /\.(css|scss|sass|less|svg|png|jpe?g|gif|webp|avif|ico|woff2?)$/;

const loadTransformed: NonNullable<Hooks['load']> = (url, context, next) => {
  if (!url.startsWith('file:')) return next(url, context);
  const path = fileURLToPath(url);
  const moduleOf = (source: string) => ({ format: 'module', source, shortCircuit: true });
  if (ASSET.test(path)) return moduleOf("export default '';");
  if (path.includes('node_modules')) return next(url, context);
  if (path.endsWith('.json') && !context.importAttributes.type)
    return moduleOf(`export default ${readFileSync(path, 'utf8')};`);
  if (!TRANSFORMED.test(path)) return next(url, context);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    tsconfig: false,
    define: { 'import.meta.env': '{}' },
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return moduleOf(code);
};
