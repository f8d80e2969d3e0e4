import { restoreBackup } from './backup/restore-backup.ts';
import { foldersIn, textOfBackupError, withFolder } from './backup.ts';
import { statusOf } from './installation.ts';
import type { Console } from './usage.ts';

const help = `Restores a backup of npm run backup into DATA_DIR, which must be empty.

  npm run restore -- --from FOLDER

SECRET and AUDIT_KEY, or audit.key in DATA_DIR, must be those of the backup. For PostgreSQL and
buckets see «Back up and restore» in src/docs/operate.md.
`;

export function runRestore(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const run = async () => {
    const { from } = foldersIn(args, { from: { type: 'string' } });
    if (from === undefined) {
      console.stdout.write(help);
      return 0;
    }
    const { isSecret } = await withFolder(from, env, (folder, config) =>
      restoreBackup(config, folder),
    );
    if (!isSecret)
      console.stderr.write(
        'SECRET does not contain the secret of the backup: append it after a comma. If it is lost, run npm run staff -- forget-secret; staff then set up their authenticator apps again.\n',
      );
    console.stdout.write('Restored. Run npm run verify to compare everything with the chain.\n');
    return 0;
  };
  return statusOf(console, run, textOfBackupError);
}

if (import.meta.main)
  process.exitCode = await runRestore(process.argv.slice(2), process.env, process);
