import * as z from 'zod/mini';

const storedText = z.optional(z.string());
const storedFlag = z.optional(z.boolean());
const storedList = z._default(z.array(z.string()), []);

type StoredField<T> = [NonNullable<T>] extends [readonly unknown[]]
  ? typeof storedList
  : [NonNullable<T>] extends [boolean]
    ? typeof storedFlag
    : [NonNullable<T>] extends [string]
      ? typeof storedText
      : undefined extends T
        ? z.ZodMiniOptional<StoredForm<NonNullable<T>>>
        : z.ZodMiniPrefault<StoredForm<T>>;
type StoredForm<Form> = z.ZodMiniObject<
  { [Field in keyof Form]-?: StoredField<Form[Field]> },
  z.core.$strip
>;

/**
 * Derives the schema of stored forms, which may predate a field, a limit or an option of the
 * current form: no field is required, codes are any text, absent lists are empty.
 */
export function storedForm<Form extends z.core.$ZodObject>(form: Form): StoredForm<z.output<Form>> {
  const fields = Object.entries(form._zod.def.shape).map(([name, field]) => [
    name,
    storedField(field as z.core.$ZodTypes),
  ]);
  return z.object(Object.fromEntries(fields)) as StoredForm<z.output<Form>>;
}

function storedField(field: z.core.$ZodTypes): z.ZodMiniType {
  const { def } = field._zod;
  switch (def.type) {
    case 'optional': {
      const inner = def.innerType as z.core.$ZodTypes;
      return inner._zod.def.type === 'object'
        ? z.optional(storedForm(inner as z.core.$ZodObject))
        : storedField(inner);
    }
    case 'object':
      return z.prefault(storedForm(field as z.core.$ZodObject), {});
    case 'array':
      return storedList;
    case 'boolean':
    case 'literal':
      return storedFlag;
    default:
      return storedText;
  }
}

/** Converts a stored object from one version of its shape to the next. Must be pure. */
type Lift = (stored: Record<string, unknown>) => Record<string, unknown>;

/**
 * Stores objects as JSON with a version number, and reads every earlier version. `lifts` convert
 * version 1 to 2, 2 to 3, and so on: each change of the shape adds one, and existing ones never
 * change. JSON without a version counts as version 1. Of a later version, written by a newer
 * release during an upgrade, only the known fields are read.
 */
export function storedJson<S extends z.ZodMiniType>(schema: S, ...lifts: readonly Lift[]) {
  return {
    read(json: string): z.output<S> {
      const { version = 1, ...stored } = JSON.parse(json);
      return z.parse(
        schema,
        lifts.slice(version - 1).reduce((lifted, lift) => lift(lifted), stored),
      );
    },
    write: (value: object): string => JSON.stringify({ version: lifts.length + 1, ...value }),
  };
}
