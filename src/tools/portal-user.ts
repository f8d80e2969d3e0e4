import { lchown, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { productFolder } from '#server/site/ensure-build.ts';
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
export async function continueAsPortalUser(
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
    throw new SettingError(
      `Run this command as ${whose}: the portal cannot read files that root creates`,
      { cause },
    );
  }
  for (const [name, folder] of [
    ['DATA_DIR', resolve(config.DATA_DIR)],
    ['the portal itself', productFolder],
  ] as const) {
    const closed = await closedFolder(folder);
    if (closed !== null)
      throw new SettingError(
        `The portal's user (uid ${user.uid}) cannot open ${closed}, which contains ${name} (${folder}): grant access, or move ${name}`,
      );
  }
  stderr.write(`Started as root; continuing as ${whose}\n`);
}

/**
 * Returns the first folder on the path that the effective user cannot open, or null. `access` is
 * not used because it checks the real user.
 */
async function closedFolder(folder: string): Promise<string | null> {
  const parent = dirname(folder);
  const closed = parent === folder ? null : await closedFolder(parent);
  if (closed !== null) return closed;
  // With `/.`, `stat` needs search permission on the folder itself. `join` would remove the dot.
  const isEntered = await stat(`${folder}/.`).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'EACCES',
  );
  return isEntered ? null : folder;
}

export async function giveAll(folder: string, { uid, gid }: User): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
}
