import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the lockfile says of an installed package. */
export interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

/** Installed packages by their folder, `node_modules/pg/node_modules/x`. */
export type Packages = ReadonlyMap<string, LockedPackage>;

/** Node itself, as a package. */
const NODE = /^node_modules\/(node-(linux|win)-\w+)$/;
/** What compilers and debuggers read, a quarter of all. */
const UNREAD = /\.(map|d\.[cm]?ts)$/;

/**
 * Packages that production cannot do without, as the lockfile has them: optional ones are none that
 * the server uses, such as the canvas of pdf.js, which draws nothing here.
 */
export function deliveredPackages(locked: Packages, product: string, withNode: boolean): Packages {
  const isDelivered = ([folder, { optional, devOptional }]: [string, LockedPackage]) =>
    NODE.test(folder) ? withNode && existsSync(join(product, folder)) : !optional && !devOptional;
  return new Map([...locked].filter(isDelivered));
}

/** Packages of the lockfile that are not for the build alone. */
export function lockedPackages(product: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(product, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return new Map(Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev));
}

/** Copies packages as they are installed, which is as they were tested. */
export function copyPackages(product: string, target: string, packages: Packages): void {
  for (const folder of packages.keys()) {
    const nested = join(product, folder, 'node_modules');
    cpSync(join(product, folder), join(target, folder), {
      recursive: true,
      filter: (path) => path !== nested && !UNREAD.test(path),
    });
    const [, name] = NODE.exec(folder) ?? [];
    if (name !== undefined) linkNode(target, name);
  }
}

/** Lets npm's scripts find the Node that came along. */
function linkNode(target: string, name: string): void {
  const link = join(target, 'node_modules/.bin/node');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join('..', name, 'bin/node'), link);
}
