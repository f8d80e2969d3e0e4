import { languageCodes } from '#contract/languages.ts';
import { type Detail, details } from '#lib/statechart/drawing/chart-lines.ts';
import { oneOf, parsed, UsageError } from '../usage.ts';
import { type FormatName, formatNames } from './formats.ts';

/** Parsed arguments of the command line. */
export interface ChartsArguments {
  /** Of the command line: a machine of the catalogue, all of them, or a file. */
  named: readonly string[];
  format: FormatName;
  detail: Detail;
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
      detail: { type: 'string' },
      lang: { type: 'string' },
      out: { type: 'string' },
    },
  });
  if (values.help) return null;
  const format = oneOf('--format', values.format ?? 'svg', formatNames);
  const out = values.out ?? null;
  if (out === null && positionals[0] === 'all')
    throw new UsageError('all machines are several files: name a folder with --out');
  if (out === null && (format === 'png' || format === 'pdf'))
    throw new UsageError(`--format ${format} is not text: name a folder with --out`);
  const language = oneOf('--lang', values.lang ?? 'en', languageCodes);
  const detail = oneOf('--detail', values.detail ?? 'senders', details);
  return { named: positionals, format, detail, language, out };
}
