import { probeStorage } from '#server/applications/reports/installation.ts';
import { withTimeout } from '#server/operations/readiness.ts';
import { type Config, misspelt, readConfig, settings } from '#server/platform/config/config.ts';
import {
  differenceText,
  differentSettings,
  requireSameMode,
} from '#server/platform/config/shared-settings.ts';
import { pendingMigrations } from '#server/platform/database/migrations.ts';
import {
  openStore,
  requireInstallation,
  requireMode,
} from '#server/platform/database/open-database.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { messageOf } from '#server/platform/http/log.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';
import { pingClamd } from '#server/platform/storage/scanner.ts';
import { statusOf } from './installation.ts';
import { olderSecretsText } from './older-secrets.ts';
import { continueAsPortalUser } from './portal-user.ts';
import { type Command, parsed } from './usage.ts';

export const help = `Checks the settings in the environment without starting the portal.

  portal check-settings

Checks each value, and connects to the database, the mail server, the bucket and the malware
scanner. Sends and stores nothing. Warns of names that seem to be misspelt settings, and of settings
that differ from those of the process that started last on the same database. If SECRET has several
keys, counts the sessions, tokens and recipients' links that need an older one, and the links that lift
a block, which may need one. Secrets are not printed.
Exit status: 0 the settings can be used; 1 a value is missing or not valid, MODE differs from that of
the database, or a service cannot be reached; 2 invalid option.
`;

export const run: Command = (args, env, { stdout, stderr }) => {
  return statusOf({ stdout, stderr }, async () => {
    parsed({ args: [...args] });
    const warn = (line: string) => stderr.write(`warning: ${line}\n`);
    for (const line of misspelt(env)) warn(line);
    const config = readConfig(env);
    await continueAsPortalUser(config, { stderr });
    const { errors, warnings } = await differencesOf(config);
    for (const line of warnings) warn(line);
    const isSet = (name: string) => env[name] || env[`${name}_FILE`];
    errors.push(...(await unreachableOf(config)));
    for (const line of errors) stderr.write(`${line}\n`);
    const set = Object.keys(settings.shape).filter(isSet);
    stdout.write(`${set.length} settings are set, all values are valid: ${set.join(', ')}\n`);
    return errors.length === 0 ? 0 : 1;
  });
};

async function unreachableOf(config: Config): Promise<string[]> {
  const { CLAMD_URL, SMTP_URL, STORAGE_URL } = config;
  const probes = [
    SMTP_URL && { setting: 'SMTP_URL', probe: () => checkMailServer(config) },
    STORAGE_URL && { setting: 'STORAGE_URL', probe: () => probeStorage(config) },
    CLAMD_URL && { setting: 'CLAMD_URL', probe: () => pingClamd(CLAMD_URL) },
  ];
  const lines = probes.map(async (service) => {
    if (!service) return [];
    try {
      await withTimeout(service.probe());
      return [];
    } catch (error) {
      return [`${service.setting} cannot be used: ${messageOf(error)}`];
    }
  });
  return (await Promise.all(lines)).flat();
}

/**
 * Compares the settings with those of the process that started last. Differences are warnings; a
 * `MODE` that prevents the start is an error. Opens the database without migrating it.
 */
async function differencesOf(config: Config): Promise<{ errors: string[]; warnings: string[] }> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const errors: string[] = [];
  const warnings: string[] = [];
  try {
    await requireInstallation(config);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return { errors, warnings: [error.message] };
  }
  const store = openStore({ dataDir, databaseUrl });
  try {
    const pending = await pendingMigrations(store.db);
    if (pending.length > 0)
      return {
        errors,
        warnings: [
          `the database is older than this release, so the settings are not compared with it: ${pending.join(', ')}`,
        ],
      };
    const different = await differentSettings(store.db, config);
    warnings.push(...different.map(differenceText));
    await requireMode(store, config);
    requireSameMode(different, config);
    const older = await olderSecretsText(store, config);
    if (older) warnings.push(older);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    errors.push(error.message);
  } finally {
    await store.close();
  }
  return { errors, warnings };
}
