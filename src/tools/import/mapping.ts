import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type FileForm, usualForm } from './file-form.ts';
import { ImportError } from './import-error.ts';

const text = z.optional(z.string());

/** A maker's own table, described once; what the command line says counts before it. */
const schema = z.strictObject({
  time: text,
  timeFormat: text,
  arrival: text,
  timezone: text,
  delimiter: text,
  decimal: text,
  encoding: text,
  trim: z.optional(z.boolean()),
  columns: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        signal: z.string(),
        unit: text,
        words: z.optional(z.record(z.string(), z.number())),
      }),
    ),
  ),
  leaveOut: z.optional(z.array(z.string())),
  long: z.optional(z.strictObject({ signal: z.string(), value: z.string() })),
});
export type Mapping = z.infer<typeof schema>;

/** @throws {ImportError} that names the file and what is wrong in it */
export function readMapping(path: string | undefined): Mapping {
  if (path === undefined) return {};
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ImportError(`--mapping ${path} cannot be read: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ImportError(`--mapping ${path}: ${z.prettifyError(parsed.error)}`);
}

/** @throws {ImportError} that names the option */
export function formOf({ delimiter, decimal, encoding, trim, long }: Mapping): FileForm {
  const sign = delimiter === 'tab' ? '\t' : (delimiter ?? usualForm.delimiter);
  if (sign.length !== 1 || /["\r\n]/.test(sign))
    throw new ImportError(`--delimiter «${delimiter}» is neither one sign nor tab`);
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new ImportError(`--decimal «${decimal}» is neither «.» nor «,»`);
  return {
    delimiter: sign,
    decimal: decimal ?? usualForm.decimal,
    encoding: encoding ?? usualForm.encoding,
    trim,
    long,
  };
}
