import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { BackupError, readManifest } from './backup/manifest.ts';
import { type BackupPlace, openPlace } from './backup/place.ts';
import { damagedIn } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import type { Console } from './console.ts';
import { statusOf } from './installation.ts';

const help = `Backs up the database with the files and reports that its rows name.

  npm run backup -- --to PLACE      write a backup, or bring the one there up to date
  npm run backup -- --verify PLACE  compare everything in a backup with its digests

A place is a folder of this machine, or a bucket, s3://bucket/prefix, in the store of the settings S3_…,
which is not the place of the files themselves; what is under way lies in TMPDIR meanwhile.

The portal may run meanwhile. What was there at one moment is in the backup, whole; an interrupted
one leaves the former as it was. Files that are there already are not copied again, and those that
were erased since leave it. Keys are not in it: keep SECRET and AUDIT_KEY, or audit.key,
apart; manifest.json tells which they are by fingerprint. On PostgreSQL pg_dump writes the database,
in its release or a later one; files come from the bucket where STORAGE_URL names one.
`;

/** `npm run backup`. Answers the number it ends with, 1 when something is not whole. */
export function runBackup(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  return statusOf(console, () => backUp(args, env, console), textOfBackupError);
}

async function backUp(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout }: Console,
): Promise<number> {
  const options = { to: { type: 'string' }, verify: { type: 'string' } } as const;
  const { to, verify } = placesIn(args, options);
  const config = readConfig(env);
  if (verify !== undefined) {
    const { manifest, damaged } = await withPlace(verify, config, async (place) => {
      const manifest = readManifest(await place.manifest(), place.name);
      return { manifest, damaged: await damagedIn(place, manifest) };
    });
    for (const path of damaged) stdout.write(`damaged or missing: ${path}\n`);
    stdout.write(`backup of ${manifest.at}: 1 database, ${manifest.files.length} files checked\n`);
    return damaged.length === 0 ? 0 : 1;
  }
  if (to === undefined) {
    stdout.write(help);
    return 0;
  }
  const { files, copied, damaged } = await withPlace(to, config, (place) =>
    writeBackup(config, place),
  );
  for (const path of damaged) stdout.write(`damaged or missing, not in the backup: ${path}\n`);
  stdout.write(`${files} files and reports, ${copied} of them new\n`);
  return damaged.length === 0 ? 0 : 1;
}

/**
 * Places that a command line names by option.
 * @throws {BackupError} in words
 */
export function placesIn<T extends Record<string, { type: 'string' }>>(
  args: readonly string[],
  options: T,
): { [Name in keyof T]?: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    return values as { [Name in keyof T]?: string };
  } catch (error) {
    throw new BackupError((error as Error).message);
  }
}

/** Works with a place of backups, and closes it. @throws {BackupError} */
export async function withPlace<T>(
  named: string,
  config: Config,
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const place = await openPlace(named, config);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

/** What an operator can mend is told in one line. */
export const textOfBackupError = (error: unknown) =>
  error instanceof BackupError || error instanceof SettingError ? error.message : undefined;

if (import.meta.main)
  process.exitCode = await runBackup(process.argv.slice(2), process.env, process);
