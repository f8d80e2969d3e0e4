import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { findRow, insertMissing } from '#server/platform/database/rows.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import type { StorageMark } from '#server/platform/storage/file-storage.ts';
import { storageMark } from '#server/platform/storage/storage.ts';

export async function checkInstallation(store: Store, config: Config): Promise<void> {
  const mark = storageMark(config);
  const { setting } = mark;
  const stored = await mark.read();
  const known = await nameInDatabase(store);
  if (stored !== null && stored === known) return;
  if (stored !== null) {
    const doing = known ? mark.howToWrite(known) : mark.howToRemove(stored);
    throw new SettingError(
      `${setting} belongs to another database: configure the right ones, or ${doing} if these belong together`,
    );
  }
  const isEmpty = !(await mark.holdsContent());
  if (isEmpty === (await hasContent(store)))
    throw new SettingError(
      isEmpty
        ? `${setting} lacks the files that the database references: configure the storage of this database, or restore it from a backup`
        : `${setting} contains files, but the database references none of them: configure the database of these files, or an empty storage`,
    );
  // Processes on one database share the storage, so an empty folder without the ID is the wrong one.
  if (known !== null && (!isEmpty || store.kind === 'postgres')) {
    if (await isWrittenSoon(mark, known)) return;
    throw new SettingError(
      `${setting} has no installation ID: configure the storage that all processes of this database share, or ${mark.howToWrite(known)} if it belongs to this database`,
    );
  }
  await mark.write(known ?? (await createName(store)));
}

/** Waits up to 2 s: a concurrently starting process writes the database first, then the storage. */
async function isWrittenSoon(mark: StorageMark, name: string): Promise<boolean> {
  for (let tries = 20; tries > 0; tries -= 1) {
    if ((await mark.read()) === name) return true;
    await pause(100);
  }
  return false;
}

export const probeStorage = (config: Config) => storageMark(config).probe();

async function nameInDatabase({ db }: Store): Promise<string | null> {
  const row = await db.selectFrom('installation').select('name').executeTakeFirst();
  return row?.name ?? null;
}

/** If several processes start concurrently, the first one wins. */
async function createName(store: Store): Promise<string> {
  await store.transact((trx) => insertMissing(trx, 'installation', { id: 1, name: randomUUID() }));
  return (await nameInDatabase(store)) ?? '';
}

async function hasContent({ db }: Store): Promise<boolean> {
  const file = await db.selectFrom('stored_file').select('id').limit(1).executeTakeFirst();
  const series = await db.selectFrom('series_object').select('id').limit(1).executeTakeFirst();
  const report = await findRow(db, 'report', { state: 'delivered' });
  return file !== undefined || series !== undefined || report !== undefined;
}
