import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { SettingError } from '#server/platform/database/store-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const foreign =
  /^(AWS|BASH|DBUS|GIT|GPG|KUBERNETES|LC|NODE|npm|OTEL|PG|SSH|SYSTEMD|XDG)_|^NODE$|^[a-z]/;

/**
 * Adds the content of the files that variables such as `SECRET_FILE` name for confidential settings.
 * @throws {SettingError} if a file cannot be read or is empty, or both variables are set
 */
export function withSecretFiles(environment: Environment, secrets: readonly string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new SettingError(`Set ${name} or ${name}_FILE, not both`);
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new SettingError(`${name}_FILE=${file} cannot be read: ${reason}`, { cause });
    }
    // Otherwise the setting would count as unset, and the embedded database would be used.
    if (read[name] === '') throw new SettingError(`${name}_FILE=${file} is empty`);
  }
  return { ...environment, ...read };
}

export function misspeltSettings(environment: Environment, names: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || foreign.test(name)) return [];
    const nearest = nearestName(name, names);
    return nearest === undefined || environment[nearest] !== undefined
      ? []
      : [`${name} is not a setting; did you mean ${nearest}?`];
  });
}

export function expectationOf(schema: z.ZodMiniType): string {
  const { description = '' } = z.globalRegistry.get(schema) ?? {};
  const input = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (input.enum) return `${description} Valid: ${input.enum.join(', ')}.`;
  const { minimum, maximum, type } = input;
  if (minimum === undefined || maximum === undefined) return description;
  const number = type === 'integer' ? 'a whole number' : 'a number';
  const limit = maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : '';
  return `${description} Valid: ${number} from ${minimum}${limit}.`;
}

const common =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|USERPROFILE|(LOCAL)?APPDATA|TMPDIR|TE?MP|SYSTEMROOT|SYSTEMDRIVE|PATHEXT|COMSPEC|LANG|LC_\w+|TZ|LD_\w+)$/i;

/**
 * Returns the environment for a child process, without `SECRET`, `AUDIT_KEY`, `DATABASE_URL` and
 * other secrets.
 * @param also further variables that the program needs
 */
export function childEnvironment(also?: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => common.test(name) || also?.test(name)),
  );
}

/**
 * Returns the name that differs least from a misspelt one: by at most one inserted, deleted or
 * replaced character, or two exchanged ones, per four characters.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((each) => ({ each, distance: distanceOf(name, each) }))
    .filter(({ each, distance }) => distance <= Math.floor(each.length / 4))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.each;
}

/** Damerau–Levenshtein distance (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 1; j <= b.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      (rows[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
        isExchanged ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return at(a.length, b.length);
}
