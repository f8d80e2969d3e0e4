import { readFileSync } from 'node:fs';
import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { criteria } from '#lib/statechart/paths/criteria.ts';
import { type PlanKind, type PlanOptions, planKinds } from '#lib/statechart/paths/plan.ts';
import { isMachineFile } from '#testing/machines/named-machines.ts';
import { oneOf, parsed, UsageError } from '#tools/usage.ts';

/** Parsed arguments of the command line. */
export interface PathsArguments {
  /** Of the command line: a machine of the catalogue, all of them, or a file. */
  named: readonly string[];
  /** File with scenarios of the machines of a file. */
  scenario: string | undefined;
  /** Whether properties are checked instead, and the file that has them. */
  check: boolean;
  properties: string | undefined;
  /** Every state is counted, contexts told apart, instead of paths. */
  survey: boolean;
  options: PlanOptions & { plan: PlanKind; seed: number; length: number };
  places: number;
  format: string;
  out: string | null;
  /** Address under which test runners ask for steps, instead of a plan. */
  serve: { host: string; port: number } | null;
  /** JSON of paths that are given, as those of an online run. */
  from: string | undefined;
  /** Executors are written as stubs beside `out`. */
  stubs: SuiteFormat | null;
}

/** Formats that drive executors. */
const suiteFormats = ['playwright', 'vitest', 'gherkin'] as const;
export type SuiteFormat = (typeof suiteFormats)[number];
const isSuite = (format: string): format is SuiteFormat =>
  (suiteFormats as readonly string[]).includes(format);

const options = {
  help: { type: 'boolean', short: 'h' },
  cover: { type: 'string' },
  plan: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  seed: { type: 'string' },
  limit: { type: 'string' },
  switches: { type: 'string' },
  length: { type: 'string' },
  weights: { type: 'string' },
  places: { type: 'string' },
  scenario: { type: 'string' },
  check: { type: 'boolean' },
  survey: { type: 'boolean' },
  stubs: { type: 'boolean' },
  properties: { type: 'string' },
  serve: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  from: { type: 'string' },
  schema: { type: 'boolean' },
} as const;

/** Explored states at most; of a file, whose context may grow without an end, fewer. */
const PLACES = '20000';
const PLACES_OF_FILE = '2000';
const PLACES_OF_SURVEY = '1000000';

/**
 * Reads the command line; of what is asked for instead of paths only its name.
 * @throws {UsageError} that names the option
 */
export function readArguments(args: readonly string[]): PathsArguments | 'help' | 'schema' {
  const { values, positionals } = parsed({ args: [...args], options, allowPositionals: true });
  if (values.help) return 'help';
  if (values.schema) return 'schema';
  const criterion = oneOf('--cover', values.cover ?? 'transitions', criteria);
  const isFile = isMachineFile(positionals[0]);
  const format = oneOf('--format', values.format ?? 'json', Object.keys(pathFormats));
  const stubs = values.stubs === true;
  const survey = values.survey === true;
  const usualPlaces = survey ? PLACES_OF_SURVEY : isFile ? PLACES_OF_FILE : PLACES;
  if (stubs && (!isSuite(format) || values.out === undefined))
    throw new UsageError(`--stubs needs --format ${suiteFormats.join(' or ')}, and --out`);
  if (isFile && format === 'vitest' && !stubs)
    throw new UsageError(
      '--format vitest imports the catalogue’s scenarios; for a file add --stubs',
    );
  const weights = values.weights === undefined ? null : readWeights(values.weights);
  return {
    named: positionals,
    scenario: values.scenario,
    check: values.check === true || values.properties !== undefined,
    properties: values.properties,
    survey,
    options: {
      criterion,
      plan: oneOf('--plan', values.plan ?? 'tour', planKinds),
      seed: whole('--seed', values.seed ?? '1', 0, 4_294_967_295),
      limit: whole('--limit', values.limit ?? (criterion === 'random' ? '100' : '20000'), 1, 1e6),
      switches: whole('--switches', values.switches ?? '1', 1, 4),
      length: whole('--length', values.length ?? '30', 1, 10_000),
      ...(weights && { weights }),
    },
    places: whole('--places', values.places ?? usualPlaces, 1, survey ? 1e7 : 1e6),
    format,
    out: values.out ?? null,
    from: values.from,
    serve: values.serve
      ? {
          host: values.host ?? '127.0.0.1',
          port: whole('--port', values.port ?? '8090', 0, 65_535),
        }
      : null,
    stubs: stubs && isSuite(format) ? format : null,
  };
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} «${text}» is not a whole number from ${least} to ${most}`);
  return value;
}

/** Reads how often events happen. @throws {UsageError} when it is no object of numbers */
function readWeights(file: string): Record<string, number> {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--weights ${file}: ${(error as Error).message}`);
  }
  const isWeight = (value: unknown) => typeof value === 'number' && value >= 0;
  if (typeof read !== 'object' || read === null || !Object.values(read).every(isWeight))
    throw new UsageError(`--weights ${file} is not an object of numbers that are 0 or more`);
  return read as Record<string, number>;
}
