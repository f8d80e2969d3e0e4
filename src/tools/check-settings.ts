import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DAY } from '#lib/words/durations.ts';
import { sessionMacs } from '#server/accounts/sessions/sessions.ts';
import { linksUnderOlderSecrets } from '#server/applications/recipients/deliveries.ts';
import { probeStorage } from '#server/applications/reports/installation.ts';
import { tokenMacs } from '#server/live/token-format.ts';
import { withTimeout } from '#server/operations/readiness.ts';
import { probeHeadFile, probeHeadUrl } from '#server/platform/audit/heads.ts';
import { requireStoredSecret } from '#server/platform/audit/keys-in-use.ts';
import { type Config, misspelt, readConfig, settings } from '#server/platform/config/config.ts';
import {
  differenceText,
  differentSettings,
  requireSameMode,
} from '#server/platform/config/shared-settings.ts';
import type { Store } from '#server/platform/database/database.ts';
import { pendingMigrations } from '#server/platform/database/migrations.ts';
import {
  openStore,
  requireInstallation,
  requireKeyOfLog,
  requireMode,
} from '#server/platform/database/open-database.ts';
import { countRows } from '#server/platform/database/rows.ts';
import { PlainError, SettingError } from '#server/platform/database/store-error.ts';
import { messageOf } from '#server/platform/http/log.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';
import { pingClamd } from '#server/platform/storage/scanner.ts';
import { addSignalsOf } from '#server/reports/signals-file.ts';
import { continueAsPortalUser } from './portal-user.ts';
import { type Command, parsed } from './usage.ts';

export const help = `Checks the settings in the environment without starting the portal.

  portal check-settings

Checks each value and that DATA_DIR is writable, and connects to the database, the mail server, the
bucket, the malware scanner and the place to which heads of the audit chain are copied. Sends and
stores nothing, and prints no secret.

Warns of:
- names that are probably misspelt settings;
- settings that differ from those of the process that started last on the same database;
- if SECRET has several keys: the number of sessions, tokens and links that need an older one.

Exit status: 0 the settings can be used; 1 a value is missing or not valid, MODE or a key is not that of
the database, or a service cannot be reached; 2 invalid option.
`;

export const run: Command = async (args, env, { stdout, stderr }) => {
  parsed({ args });
  const warn = (line: string) => stderr.write(`warning: ${line}\n`);
  for (const line of misspelt(env)) warn(line);
  const config = readConfig(env);
  const removeSignals = addSignalsOf(config.SIGNALS_FILE);
  removeSignals();
  await continueAsPortalUser(config, { stderr });
  const errors = [...(await differencesOf(config, warn)), ...(await unreachableOf(config))];
  const isSet = (name: string) => env[name] || env[`${name}_FILE`];
  for (const line of errors) stderr.write(`${line}\n`);
  const set = Object.keys(settings.shape).filter(isSet);
  const verb = set.length === 1 ? 'setting is' : 'settings are';
  stdout.write(`${set.length} ${verb} set, all values are valid: ${set.join(', ')}\n`);
  return errors.length === 0 ? 0 : 1;
};

async function unreachableOf(config: Config): Promise<string[]> {
  const { AUDIT_HEADS_FILE, AUDIT_HEADS_URL, CLAMD_URL, SMTP_URL, STORAGE_URL } = config;
  const probes = [
    { setting: 'DATA_DIR', probe: () => probeFolder(config.DATA_DIR) },
    AUDIT_HEADS_FILE && {
      setting: 'AUDIT_HEADS_FILE',
      probe: () => probeHeadFile(AUDIT_HEADS_FILE),
    },
    AUDIT_HEADS_URL && { setting: 'AUDIT_HEADS_URL', probe: () => probeHeadUrl(AUDIT_HEADS_URL) },
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

/** @throws if the folder, or the closest existing one in which it would be created, is not writable */
async function probeFolder(path: string): Promise<void> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!facts) return probeFolder(dirname(path));
  if (!facts.isDirectory()) throw new PlainError(`${path} is not a folder`);
  await access(path, constants.W_OK | constants.X_OK);
}

/**
 * Compares the settings with those of the process that started last. Differences are warnings; returns
 * a `MODE` or a key that prevents the start as an error. Opens the database without migrating it.
 */
async function differencesOf(config: Config, warn: (line: string) => void): Promise<string[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  try {
    await requireInstallation(config);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    if (error.cause) return [error.message];
    // An error without `cause` means that the database responds and contains no installation yet.
    warn(error.message);
    return [];
  }
  const store = openStore({ dataDir, databaseUrl });
  try {
    const pending = await pendingMigrations(store.db);
    if (pending.length > 0) {
      warn(
        `the database is older than this release (pending migrations: ${pending.length}), so the settings are not compared with it`,
      );
      return [];
    }
    const different = await differentSettings(store.db, config);
    for (const one of different) warn(differenceText(one));
    await requireMode(store, config);
    requireSameMode(different, config);
    await requireStoredSecret(store.db, config);
    await requireKeyOfLog(store, config);
    const older = await olderSecretsText(store, config);
    if (older) warn(older);
    return [];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [error.message];
  } finally {
    await store.close();
  }
}

/** Returns a line that counts what would end if `SECRET` lost its older keys; null if nothing. */
async function olderSecretsText(store: Store, config: Config): Promise<string | null> {
  if (config.SECRET.length === 1) return null;
  const at = Date.now();
  const tokens = await store.db
    .selectFrom('live_token')
    .select(['id', 'grant_id', 'digest', 'mac', 'data_types_json', 'ends_at'])
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', at)
    .execute();
  const sessions = await store.db
    .selectFrom('session')
    .select(['token_digest', 'account_id', 'second_factor_at', 'mac'])
    .where('expires_at', '>', at)
    .where('ended_because', 'is', null)
    .execute();
  const needsOlder = <Row extends { mac: string | null }>(
    rows: readonly Row[],
    macsOf: (config: Config, row: Row) => readonly string[],
  ) => rows.filter((row) => row.mac !== null && macsOf(config, row).indexOf(row.mac) > 0).length;
  const counts = {
    "recipients' links": await linksUnderOlderSecrets(store, config, at),
    'tokens of live access': needsOlder(tokens, tokenMacs),
    sessions: needsOlder(sessions, sessionMacs),
    // The digests of these links do not show which key they need, so all are counted.
    'links that lift a block, of the last 24 hours': await countRows(
      store.db
        .selectFrom('address_limit')
        .where('link_digest', 'is not', null)
        .where('link_mailed_at', '>', at - DAY),
    ),
  };
  const affected = Object.entries(counts).filter(([, count]) => count > 0);
  if (affected.length === 0) return null;
  const list = affected.map(([name, count]) => `${name}: ${count}`).join(', ');
  return `SECRET: without its older keys, these would end: ${list}`;
}
