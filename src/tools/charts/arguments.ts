import type { MachineName } from '#charts/words/chart-words.ts';
import { languageCodes } from '#contract/languages.ts';
import { catalogue } from '#machines/catalogue.ts';
import { machinesOf, oneOf, parsed, UsageError } from '../usage.ts';
import { type FormatName, formatNames } from './formats.ts';

/** Parsed arguments of the command line. */
export interface ChartsArguments {
  machines: readonly MachineName[];
  format: FormatName;
  language: (typeof languageCodes)[number];
  /** Folder to write to; null is standard output. */
  out: string | null;
}

/**
 * Reads the command line; null when help is asked for.
 * @throws {UsageError} that names the option
 */
export function readArguments(args: readonly string[]): ChartsArguments | null {
  const { values, positionals } = parsed({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      format: { type: 'string' },
      lang: { type: 'string' },
      out: { type: 'string' },
    },
  });
  if (values.help) return null;
  const machines = machinesOf(positionals, Object.keys(catalogue) as MachineName[]);
  const format = oneOf('--format', values.format ?? 'svg', formatNames);
  const out = values.out ?? null;
  if (out === null && machines.length > 1)
    throw new UsageError('all machines are several files: name a folder with --out');
  if (out === null && format === 'png')
    throw new UsageError('--format png is not text: name a folder with --out');
  return { machines, format, language: oneOf('--lang', values.lang ?? 'en', languageCodes), out };
}
