import { releaseMail } from '#server/platform/mail/mail-hold.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { foldersIn, textOfBackupError, withFolder } from './backup.ts';
import { statusOf, withServices } from './installation.ts';
import type { Console } from './usage.ts';

const help = `Restores a backup of npm run backup into DATA_DIR, which must be empty.

  npm run restore -- --from FOLDER   restores a backup
  npm run restore -- --release-mail  sends the mail that the restored installation holds

A restored installation holds its mail, so that a restore drill mails nobody; only codes that
somebody asks for there are sent. SECRET and AUDIT_KEY, or audit.key in DATA_DIR, must be those of the backup. For PostgreSQL and
buckets see «Back up and restore» in src/docs/operate.md.
`;

export function runRestore(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const run = async () => {
    const options = { from: { type: 'string' }, 'release-mail': { type: 'boolean' } } as const;
    const { from, 'release-mail': release } = foldersIn(args, options);
    if (release) return releaseHeld(env, console);
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
    console.stdout.write(
      'Restored. Mail is held until npm run restore -- --release-mail. Run npm run verify to compare everything with the chain.\n',
    );
    return 0;
  };
  return statusOf(console, run, textOfBackupError);
}

async function releaseHeld(env: NodeJS.ProcessEnv, { stdout }: Console): Promise<number> {
  const wasHeld = await withServices(env, async ({ store, config }) =>
    releaseMail(store.db, config),
  );
  stdout.write(wasHeld ? 'Mail is sent within a minute.\n' : 'No mail is held.\n');
  return 0;
}

if (import.meta.main)
  process.exitCode = await runRestore(process.argv.slice(2), process.env, process);
