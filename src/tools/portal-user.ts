import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/store/config.ts';
import { SettingError } from '#server/platform/store/setting-error.ts';
import type { Console } from './console.ts';

/** User and group by number. */
interface User {
  uid: number;
  gid: number;
}

/**
 * The user whose files a portal can read and remove: who wrote what it made in `DATA_DIR` first, or
 * owns the folder before its first start. Null for all but root, and where that is root itself.
 */
export async function portalUser({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  for (const path of [join(DATA_DIR, 'installation'), DATA_DIR]) {
    const found = await stat(path).catch(() => null);
    if (found) return found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
  }
  return null;
}

/**
 * Run as root, goes on as the portal's user: it could not read what root writes, nor remove it.
 * @throws {SettingError} where root may not
 */
export async function goOnAsPortalUser(
  config: Config,
  { stderr }: Pick<Console, 'stderr'>,
): Promise<void> {
  const user = await portalUser(config);
  if (!user) return;
  const whose = `the user of the portal (uid ${user.uid}), whose files are in DATA_DIR=${config.DATA_DIR}`;
  try {
    process.setgroups?.([]);
    process.setegid?.(user.gid);
    process.seteuid?.(user.uid);
  } catch (cause) {
    throw new SettingError(`Run it as ${whose}: it cannot read what root writes`, { cause });
  }
  stderr.write(`Run as root, it goes on as ${whose}\n`);
}

/** Gives everything in a folder to a user. */
export async function giveAll(folder: string, { uid, gid }: User): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
}
