import * as z from 'zod/mini';

/**
 * Fields of forms as they are kept and shown: what was filed may be older than a field, a limit or
 * an option of today's form. So no field has to be there, and codes are any text. Lists that are
 * not there are empty.
 */
export const storedText = z.optional(z.string());
export const storedFlag = z.optional(z.boolean());
export const storedList = z._default(z.array(z.string()), []);

/** One schema for every field that a form has today; beside them, fields that it once had. */
export type StoredFields<Form> = { [Field in keyof Required<Form>]: z.ZodMiniType };

/** Turns what a version stored into what the next one would have stored. Pure. */
type Lift = (stored: Record<string, unknown>) => Record<string, unknown>;

/** A shape that is stored as JSON, with its version. */
export interface StoredJson<T> {
  /** Reads what any version stored. */
  read(json: string): T;
  write(value: object): string;
}

/**
 * Stores objects as JSON that carries the version of its shape, and reads every earlier version.
 * `lifts` lead from version 1 to 2, from 2 to 3 …: a changed shape adds one, and none is ever
 * changed. What carries no version is of version 1. A later version, which a newer release beside
 * this one wrote, is read as far as the schema knows it.
 */
export function storedJson<S extends z.ZodMiniType>(
  schema: S,
  ...lifts: readonly Lift[]
): StoredJson<z.output<S>> {
  return {
    read(json) {
      const { version = 1, ...stored } = JSON.parse(json);
      return z.parse(
        schema,
        lifts.slice(version - 1).reduce((lifted, lift) => lift(lifted), stored),
      );
    },
    write: (value) => JSON.stringify({ version: lifts.length + 1, ...value }),
  };
}
