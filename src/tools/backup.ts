import { type Config, readConfig } from '#server/platform/config/config.ts';
import { BackupError, BackupFolder, readManifest } from './backup/backup-folder.ts';
import { damagedIn } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { type Command, parsed, UsageError } from './usage.ts';

export const help = `Backs up the embedded database, and the files and reports that it references.

  portal backup --to FOLDER      write a backup, or update an existing one
  portal backup --verify FOLDER  compare everything in a backup with its digests

The portal may be running. The backup is a consistent snapshot; an interrupted run leaves the
previous one unchanged. Existing files are not copied again; files erased since the last run are
removed. The keys are not included: store SECRET and AUDIT_KEY (or audit.key) separately.
manifest.json contains their fingerprints. For PostgreSQL and buckets see «Back up and restore» in src/docs/operate.md.
`;

export const run: Command = async (args, env, { stdout }) => {
  const options = { to: { type: 'string' }, verify: { type: 'string' } } as const;
  const { to, verify } = parsed({ args, options }).values;
  if (verify !== undefined) {
    const { manifest, damaged } = await withFolder(verify, env, async (folder) => {
      const manifest = readManifest(await folder.manifest(), folder.path);
      return { manifest, damaged: await damagedIn(folder, manifest) };
    });
    for (const path of damaged) stdout.write(`damaged or missing: ${path}\n`);
    stdout.write(`backup of ${manifest.at}: 1 database, ${manifest.files.length} files checked\n`);
    return damaged.length === 0 ? 0 : 1;
  }
  if (to === undefined) throw new UsageError('Missing folder: pass --to FOLDER or --verify FOLDER');
  const { files, copied, damaged } = await withFolder(to, env, (folder, config) =>
    writeBackup(config, folder),
  );
  for (const path of damaged) stdout.write(`damaged or missing, not in the backup: ${path}\n`);
  stdout.write(`${files} files and reports, ${copied} of them new\n`);
  return damaged.length === 0 ? 0 : 1;
};

export async function withFolder<T>(
  named: string,
  env: NodeJS.ProcessEnv,
  work: (folder: BackupFolder, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  if (config.DATABASE_URL || config.STORAGE_URL)
    throw new BackupError(
      'With DATABASE_URL or STORAGE_URL set, back up and restore with the tools of the database and the bucket: see «Back up and restore» in src/docs/operate.md',
    );
  const folder = new BackupFolder(named, config);
  try {
    return await work(folder, config);
  } finally {
    await folder.close();
  }
}
