import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, SettingError } from '#server/platform/store/config.ts';
import type { Store } from '#server/platform/store/database.ts';

const FILE = 'installation';

/**
 * Makes sure that the database and the storage belong together: both carry one random name, which a
 * new installation is given here.
 * @throws {SettingError} that says what to do, when they do not
 */
export async function joinInstallation(store: Store, { DATA_DIR }: Config): Promise<void> {
  const file = join(DATA_DIR, FILE);
  const stored = await nameInStorage(file);
  const known = await nameInDatabase(store);
  if (stored !== null && stored === known) return;
  if (stored !== null) {
    const doing = known ? `write ${known} into ${file}` : `remove ${file}`;
    throw new SettingError(
      `DATA_DIR=${DATA_DIR} belongs to another database: name the right ones, or ${doing} if they do belong together`,
    );
  }
  const isEmpty = !(await holdsContent(DATA_DIR));
  if (isEmpty === (await namesContent(store)))
    throw new SettingError(
      isEmpty
        ? `DATA_DIR=${DATA_DIR} lacks the files that the database names: name the right folder, or restore it from a back-up`
        : `DATA_DIR=${DATA_DIR} holds files of which the database knows none: name the right database, or an empty folder`,
    );
  if (known !== null && !isEmpty)
    throw new SettingError(
      `DATA_DIR=${DATA_DIR} does not say whose it is: write ${known} into ${file} if it belongs to this database`,
    );
  await writeName(file, known ?? (await nameAnew(store)));
}

async function nameInStorage(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function nameInDatabase({ db }: Store): Promise<string | null> {
  const row = await db.selectFrom('installation').select('name').executeTakeFirst();
  return row?.name ?? null;
}

/** Of processes that start at once the first one names it. */
async function nameAnew(store: Store): Promise<string> {
  await store.db
    .insertInto('installation')
    .values({ id: 1, name: randomUUID() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await nameInDatabase(store)) ?? '';
}

/** Another process may be reading it: it is there whole, or not at all. */
async function writeName(file: string, name: string): Promise<void> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, `${name}\n`, { mode: 0o600, flush: true });
  try {
    await link(own, file);
  } catch (error) {
    if ((await nameInStorage(file)) !== name) throw error;
  } finally {
    await rm(own);
  }
}

async function holdsContent(dataDir: string): Promise<boolean> {
  for (const folder of ['files', 'reports', 'series'])
    if ((await readdir(join(dataDir, folder)).catch(() => [])).length > 0) return true;
  return false;
}

async function namesContent({ db }: Store): Promise<boolean> {
  const file = await db.selectFrom('stored_file').select('id').limit(1).executeTakeFirst();
  const series = await db.selectFrom('series_object').select('id').limit(1).executeTakeFirst();
  const report = await db
    .selectFrom('report')
    .select('file_name')
    .where('state', '=', 'delivered')
    .limit(1)
    .executeTakeFirst();
  return file !== undefined || series !== undefined || report !== undefined;
}
