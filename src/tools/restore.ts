import { readConfig } from '#server/platform/config/config.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { placesIn, textOfBackupError, withPlace } from './backup.ts';
import type { Console } from './console.ts';
import { statusOf } from './installation.ts';

const help = `Restores a backup of npm run backup into DATA_DIR, and into the database of DATABASE_URL and the
bucket of STORAGE_URL where they are set. All of them have to be empty.

  npm run restore -- --from PLACE

A place is a folder of this machine, or a bucket, s3://bucket/prefix, in the store of the settings S3_….

SECRET and AUDIT_KEY, or audit.key in DATA_DIR, have to be those of the backup.
`;

/** `npm run restore`. Answers the number it ends with. */
export function runRestore(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const run = async () => {
    const { from } = placesIn(args, { from: { type: 'string' } });
    if (from === undefined) {
      console.stdout.write(help);
      return 0;
    }
    const config = readConfig(env);
    const { isSecret } = await withPlace(from, config, (place) => restoreBackup(config, place));
    if (!isSecret)
      console.stderr.write(
        'SECRET lacks the one of the backup: put it behind a comma at the end. If it is lost, run npm run staff -- forget-secret; authenticator apps have to be set up anew then.\n',
      );
    console.stdout.write('Restored. npm run verify compares everything with what was sealed.\n');
    return 0;
  };
  return statusOf(console, run, textOfBackupError);
}

if (import.meta.main)
  process.exitCode = await runRestore(process.argv.slice(2), process.env, process);
