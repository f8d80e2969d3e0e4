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
