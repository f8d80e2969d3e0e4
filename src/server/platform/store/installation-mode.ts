import type { Config } from './config.ts';
import type { Store } from './database.ts';
import { SettingError } from './setting-error.ts';

/**
 * Keeps a demonstration from becoming production and the reverse: anybody knows the addresses of
 * its staff. The first start decides.
 * @throws {SettingError} that says what to do
 */
export async function keepMode({ db }: Store, { MODE, DATA_DIR, DATABASE_URL }: Config) {
  const mode = MODE === 'production' ? 'production' : 'demonstration';
  await db
    .insertInto('installation_mode')
    .values({ id: 1, mode })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const known = await db.selectFrom('installation_mode').select('mode').executeTakeFirstOrThrow();
  if (known.mode === mode) return;
  const place = DATABASE_URL
    ? `the database and DATA_DIR=${DATA_DIR} are`
    : `DATA_DIR=${DATA_DIR} is`;
  const other = DATABASE_URL ? 'an empty folder and an empty database' : 'an empty folder';
  throw new SettingError(
    mode === 'production'
      ? `MODE=production cannot use a demonstration, whose accounts are anybody's: ${place} one; name ${other}`
      : `MODE=${MODE} would give anybody an account in production: ${place} of MODE=production; name ${other}`,
  );
}
