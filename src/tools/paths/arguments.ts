import { parseArgs } from 'node:util';
import { criteria, type PlanOptions, planKinds } from '#machines/paths/plan.ts';
import { scenarios } from '#machines/paths/scenarios.ts';
import { formats } from './formats.ts';
import { PathsError } from './paths-error.ts';
import { readWeights } from './weights.ts';

/** What the command line asks for. */
export interface PathsArguments {
  machines: string[];
  options: PlanOptions;
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
} as const;

/**
 * Reads the command line; null when help is asked for.
 * @throws {PathsError} that names the option
 */
export function readArguments(args: readonly string[]): PathsArguments | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const criterion = oneOf('--cover', values.cover ?? 'transitions', criteria);
  const weights = values.weights === undefined ? null : readWeights(values.weights);
  return {
    machines: machinesOf(positionals),
    options: {
      criterion,
      plan: oneOf('--plan', values.plan ?? 'tour', planKinds),
      seed: whole('--seed', values.seed ?? '1', 0, 4_294_967_295),
      limit: whole('--limit', values.limit ?? (criterion === 'random' ? '100' : '20000'), 1, 1e6),
      switches: whole('--switches', values.switches ?? '1', 1, 4),
      length: whole('--length', values.length ?? '30', 1, 10_000),
      ...(weights && { weights }),
    },
    places: whole('--places', values.places ?? '20000', 1, 1e6),
    format: oneOf('--format', values.format ?? 'json', Object.keys(formats)),
    out: values.out ?? null,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new PathsError((error as Error).message);
  }
}

function machinesOf(names: readonly string[]): string[] {
  const known = Object.keys(scenarios);
  const [name, more] = names;
  if (name === undefined) throw new PathsError(`which machine? all, ${known.join(', ')}`);
  if (more !== undefined) throw new PathsError(`${more}: one machine at a time, or all`);
  return name === 'all' ? known : [oneOf('machine', name, known)];
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined)
    throw new PathsError(`${option} «${value}» is not known; known are: ${known.join(', ')}`);
  return found;
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new PathsError(`${option} «${text}» is not a whole number from ${least} to ${most}`);
  return value;
}
