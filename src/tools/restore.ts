import { releaseMail } from '#server/platform/mail/mail-hold.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { withFolder } from './backup.ts';
import { withServices } from './installation.ts';
import { type Command, parsed, UsageError } from './usage.ts';

export const help = `Restores a backup of portal backup into DATA_DIR, which must be empty.

  portal restore --from FOLDER   restores a backup
  portal restore --release-mail  sends the mail that the restored installation holds

A restored installation holds its mail, because a restore drill must not mail anybody; only codes
that are requested in it are sent. SECRET and AUDIT_KEY, or audit.key in DATA_DIR, must be those of
the backup. For PostgreSQL and buckets see «Back up and restore» in src/docs/operate.md.
`;

export const run: Command = async (args, env, { stdout, stderr }) => {
  const options = { from: { type: 'string' }, 'release-mail': { type: 'boolean' } } as const;
  const { from, 'release-mail': release } = parsed({ args, options }).values;
  if (release && from !== undefined)
    throw new UsageError('--from and --release-mail exclude each other');
  if (release) {
    const wasHeld = await withServices(env, async ({ store, config }) =>
      releaseMail(store.db, config),
    );
    stdout.write(wasHeld ? 'Mail is sent within a minute.\n' : 'No mail is held.\n');
    return 0;
  }
  if (from === undefined) throw new UsageError('Name the folder of the backup: --from');
  const hasSecret = await withFolder(from, env, (folder, config) => restoreBackup(config, folder));
  if (!hasSecret)
    stderr.write(
      'SECRET does not contain the secret of the backup: append it after a comma. If it is lost, run portal staff forget-secret; staff then set up their authenticator apps again.\n',
    );
  stdout.write(
    'Restored. Mail is held until portal restore --release-mail. Run portal verify to compare everything with the chain.\n',
  );
  return 0;
};
