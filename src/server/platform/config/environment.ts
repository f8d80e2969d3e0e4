import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { SettingError } from '#server/platform/database/store-error.ts';
import { nearestName } from './nearest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const foreign =
  /^(AWS|BASH|DBUS|GIT|GPG|KUBERNETES|LC|NODE|npm|OTEL|PG|SSH|SYSTEMD|XDG)_|^NODE$|^[a-z]/;

/**
 * Adds the content of the files that variables such as `SECRET_FILE` name for confidential settings.
 * @throws {SettingError} if a file cannot be read, or both variables are set
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
