import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
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
}

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
  properties: { type: 'string' },
} as const;

/** Formats whose files import the scenarios of the catalogue. */
const ofCatalogueAlone = ['vitest', 'playwright'];

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
  if (isFile && ofCatalogueAlone.includes(format))
    throw new UsageError(`--format ${format} imports the catalogue’s scenarios; a file has none`);
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
  };
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} «${text}» is not a whole number from ${least} to ${most}`);
  return value;
}
