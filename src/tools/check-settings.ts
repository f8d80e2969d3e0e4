import { type Config, misspelt, readConfig, settings } from '#server/platform/config/config.ts';
import { differenceText, differentSettings } from '#server/platform/config/shared-settings.ts';
import { openStore, requireInstallation } from '#server/platform/database/open-database.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { statusOf } from './installation.ts';
import { goOnAsPortalUser } from './portal-user.ts';
import { type Console, parsed } from './usage.ts';

export const help = `Checks the settings in the environment without a start of the portal.

  portal check-settings

Warns of names that seem to be misspelt settings and of differences from the process that started last
on the same database. Values of secrets are not printed.
Exit status: 0 all values are valid; 1 a value is not valid or missing; 2 invalid option.
`;

export function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Console,
): Promise<number> {
  return statusOf({ stdout, stderr }, async () => {
    parsed({ args: [...args] });
    const warn = (line: string) => stderr.write(`warning: ${line}\n`);
    for (const line of misspelt(env)) warn(line);
    const config = readConfig(env);
    await goOnAsPortalUser(config, { stderr });
    for (const line of await differencesOf(config)) warn(line);
    const isSet = (name: string) => env[name] || env[`${name}_FILE`];
    const set = Object.keys(settings.shape).filter(isSet);
    stdout.write(`${set.length} settings are set, all values are valid: ${set.join(', ')}\n`);
    return 0;
  });
}

/** Opens the database without migrating it. */
async function differencesOf(config: Config): Promise<string[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  try {
    await requireInstallation(config);
  } catch (error) {
    if (error instanceof SettingError) return [error.message];
    throw error;
  }
  const store = openStore({ dataDir, databaseUrl });
  try {
    return (await differentSettings(store.db, config)).map(differenceText);
  } finally {
    await store.close();
  }
}
