import { answerAt, type Field, type Fields, isAsked } from '#forms/field.ts';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';
import { typedInstant, typedMinute } from './text-field.tsx';

type TypedValue<F extends Field> = F['control']['kind'] extends 'files'
  ? StoredUpload[]
  : F['control']['kind'] extends 'severalOptions'
    ? string[]
    : F['control']['kind'] extends 'tick'
      ? boolean
      : string;

type Heads<Path> = Path extends `${infer Head}.${string}` ? Head : Path;
type Within<F extends Fields, Head extends PropertyKey> = {
  [Path in keyof F as Path extends `${Head & string}.${infer Rest}` ? Rest : never]: F[Path];
};

type TypedValues<F extends Fields> = {
  [Head in Heads<keyof F & string>]: Head extends keyof F
    ? TypedValue<F[Head]>
    : TypedValues<Within<F, Head>>;
};

type Values = Record<string, unknown>;

export function emptyValues<F extends Fields>(fields: F): TypedValues<F> {
  return nested(Object.entries(fields).map(([path, field]) => [path, emptyValue(field)])) as never;
}

function emptyValue({ control }: Field) {
  if (control.kind === 'tick') return false;
  return control.kind === 'files' || control.kind === 'severalOptions' ? [] : '';
}

/**
 * Converts form values to the input of the call. Leaves out empty values, fields made irrelevant by
 * other answers, and the fields and parts in `without`.
 */
export function inputOf(fields: Fields, values: object, without: readonly string[] = []): unknown {
  return nested(
    Object.entries(fields)
      .filter(([, field]) => isAsked(field, values))
      .filter(([path]) => !without.some((part) => path === part || path.startsWith(`${part}.`)))
      .map(([path, field]) => [path, inputValue(field, answerAt(values, path))]),
  );
}

function inputValue({ control }: Field, value: unknown): unknown {
  if (value === '') return undefined;
  switch (control.kind) {
    case 'instant':
      return typedInstant(value as string);
    case 'yesNo':
      return value === 'yes';
    case 'files':
      return (value as readonly StoredUpload[]).map(({ fileId }) => fileId);
    default:
      return value;
  }
}

export function filedValues(fields: Fields, form: object, files: readonly StoredUpload[]): Values {
  return nested(
    Object.entries(fields).map(([path, field]) => [
      path,
      filedValue(field, answerAt(form, path), files),
    ]),
  );
}

function filedValue(field: Field, answer: unknown, files: readonly StoredUpload[]): unknown {
  if (answer === undefined) return emptyValue(field);
  switch (field.control.kind) {
    case 'instant':
      return typedMinute(Date.parse(answer as string));
    case 'yesNo':
      return answer ? 'yes' : 'no';
    case 'files':
      // Preserves the order of the answer: another order would be a correction.
      return (answer as readonly string[]).flatMap(
        (id) => files.find(({ fileId }) => fileId === id) ?? [],
      );
    default:
      return answer;
  }
}

function nested(entries: readonly (readonly [string, unknown])[]): Values {
  const object: Values = {};
  for (const [path, value] of entries) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let part = object;
    for (const key of keys) {
      part[key] ??= {};
      part = part[key] as Values;
    }
    if (value !== undefined) part[last] = value;
  }
  return object;
}
