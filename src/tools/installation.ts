import { readConfig } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import type { Services } from '#server/platform/store/services.ts';
import { SettingError } from '#server/platform/store/setting-error.ts';
import type { Console } from './console.ts';

/**
 * Runs `work` on the database that the environment names, and closes it.
 * @throws {SettingError}
 */
export async function withServices<T>(
  env: NodeJS.ProcessEnv,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const store = await openDatabase(config);
  try {
    return await work({ store, config, now: Date.now });
  } finally {
    await store.close();
  }
}

/**
 * The number that a command ends with: that of `run`, or 1 when it throws an error which `textOf`
 * has a text for; the text is written out.
 */
export async function statusOf(
  { stderr }: Console,
  run: () => Promise<number>,
  textOf: (error: unknown) => string | undefined = textOfSettingError,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const text = textOf(error);
    if (text === undefined) throw error;
    stderr.write(`${text}\n`);
    return 1;
  }
}

function textOfSettingError(error: unknown): string | undefined {
  return error instanceof SettingError ? error.message : undefined;
}
