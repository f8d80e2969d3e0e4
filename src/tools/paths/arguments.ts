import type { SuiteRunner } from '#lib/statechart/path-formats/executors.ts';
import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { playwrightRunner } from '#lib/statechart/path-formats/playwright.ts';
import { vitestRunner } from '#lib/statechart/path-formats/vitest.ts';
import {
  criteria,
  type PlanKind,
  type PlanOptions,
  planKinds,
} from '#lib/statechart/paths/plan.ts';
import { isMachineFile } from '../machines/named-machines.ts';
import { oneOf, parsed, UsageError } from '../usage.ts';
import { readWeights } from './weights.ts';

/** Parsed arguments of the command line. */
export interface PathsArguments {
  /** Of the command line: a machine of the catalogue, all of them, or a file. */
  named: readonly string[];
  /** File with scenarios of the machines of a file. */
  scenario: string | undefined;
  /** Whether properties are checked instead, and the file that has them. */
  check: boolean;
  properties: string | undefined;
  options: PlanOptions & { plan: PlanKind; seed: number };
  places: number;
  format: string;
  out: string | null;
  /** Runner of the suite whose executors are written as stubs beside it. */
  stubs: SuiteRunner | null;
}

/** Runners of the formats that are suites over executors. */
const runners = { playwright: playwrightRunner, vitest: vitestRunner };
const isSuite = (format: string): format is keyof typeof runners => format in runners;

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
  stubs: { type: 'boolean' },
  properties: { type: 'string' },
} as const;

/** Explored states at most; of a file, whose context may grow without an end, fewer. */
const PLACES = '20000';
const PLACES_OF_FILE = '2000';

/**
 * Reads the command line; null when help is asked for.
 * @throws {UsageError} that names the option
 */
export function readArguments(args: readonly string[]): PathsArguments | null {
  const { values, positionals } = parsed({ args: [...args], options, allowPositionals: true });
  if (values.help) return null;
  const criterion = oneOf('--cover', values.cover ?? 'transitions', criteria);
  const isFile = isMachineFile(positionals[0]);
  const format = oneOf('--format', values.format ?? 'json', Object.keys(pathFormats));
  const stubs = values.stubs === true;
  if (stubs && (!isSuite(format) || values.out === undefined))
    throw new UsageError(`--stubs needs --format ${Object.keys(runners).join(' or ')}, and --out`);
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
    options: {
      criterion,
      plan: oneOf('--plan', values.plan ?? 'tour', planKinds),
      seed: whole('--seed', values.seed ?? '1', 0, 4_294_967_295),
      limit: whole('--limit', values.limit ?? (criterion === 'random' ? '100' : '20000'), 1, 1e6),
      switches: whole('--switches', values.switches ?? '1', 1, 4),
      length: whole('--length', values.length ?? '30', 1, 10_000),
      ...(weights && { weights }),
    },
    places: whole('--places', values.places ?? (isFile ? PLACES_OF_FILE : PLACES), 1, 1e6),
    format,
    out: values.out ?? null,
    stubs: stubs && isSuite(format) ? runners[format] : null,
  };
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} «${text}» is not a whole number from ${least} to ${most}`);
  return value;
}
