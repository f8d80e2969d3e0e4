import { parseArgs } from 'node:util';
import type { MachineName } from '#charts/words/chart-words.ts';
import { languageCodes } from '#contract/languages.ts';
import { catalogue } from '#machines/catalogue.ts';
import { ChartsError } from './charts-error.ts';
import { type FormatName, formatNames } from './formats.ts';

/** What the command line asks for. */
export interface ChartsArguments {
  machines: MachineName[];
  format: FormatName;
  language: (typeof languageCodes)[number];
  /** Folder to write to; null is standard output. */
  out: string | null;
}

/**
 * Reads the command line; null when help is asked for.
 * @throws {ChartsError} that names the option
 */
export function readArguments(args: readonly string[]): ChartsArguments | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const machines = machinesOf(positionals);
  const format = oneOf('--format', values.format ?? 'svg', formatNames);
  const out = values.out ?? null;
  if (out === null && machines.length > 1)
    throw new ChartsError('all machines are several files: name a folder with --out');
  if (out === null && format === 'png')
    throw new ChartsError('--format png is not text: name a folder with --out');
  return { machines, format, language: oneOf('--lang', values.lang ?? 'en', languageCodes), out };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        format: { type: 'string' },
        lang: { type: 'string' },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ChartsError((error as Error).message);
  }
}

function machinesOf([name, more]: readonly string[]): MachineName[] {
  const known = Object.keys(catalogue) as MachineName[];
  if (name === undefined) throw new ChartsError(`which machine? all, ${known.join(', ')}`);
  if (more !== undefined) throw new ChartsError(`${more}: one machine at a time, or all`);
  return name === 'all' ? known : [oneOf('machine', name, known)];
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined)
    throw new ChartsError(`${option} «${value}» is not known; known are: ${known.join(', ')}`);
  return found;
}
