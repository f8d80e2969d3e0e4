import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import type { Console } from './usage.ts';

interface User {
  uid: number;
  gid: number;
}

/**
 * Returns the owner of the portal's files; before the first start, the owner of `DATA_DIR`. Null if
 * the process is not root, or the owner is root.
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
 * If the process is root, switches to the portal's user: the portal could not read files that root
 * creates.
 */
export async function goOnAsPortalUser(
  config: Config,
  { stderr }: Pick<Console, 'stderr'>,
): Promise<void> {
  const user = await portalUser(config);
  if (!user) return;
  const whose = `the portal's user (uid ${user.uid}), who owns the files in DATA_DIR=${config.DATA_DIR}`;
  try {
    process.setgroups?.([]);
    process.setegid?.(user.gid);
    process.seteuid?.(user.uid);
  } catch (cause) {
    throw new SettingError(`Run this command as ${whose}: it cannot read files of root`, { cause });
  }
  stderr.write(`Started as root; continuing as ${whose}\n`);
}

export async function giveAll(folder: string, { uid, gid }: User): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
}
