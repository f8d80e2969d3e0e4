import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

export type Packages = ReadonlyMap<string, LockedPackage>;

const NODE = /^node_modules\/(node-(linux|win)-\w+)$/;
/** The native part of DuckDB, a package for each platform. */
const DUCKDB = /^node_modules\/@duckdb\/node-bindings-/;
/**
 * Files that only compilers and debuggers read, and large parts that `import` does not load: other
 * module formats of docx, date-holidays and astronomia, and the orbit of the moon.
 */
const UNREAD =
  /\.(map|d\.[cm]?ts)$|\/docx\/dist\/(?!index\.mjs$)[^/]+$|\/astronomia\/(lib$|data\/elp)|\/date-holidays\/(dist|lib|data)$/;

/**
 * Returns the packages that production requires, according to the lockfile. Leaves out other
 * optional packages, such as the canvas of pdf.js: the server uses none of them.
 */
export function deliveredPackages(locked: Packages, product: string, withNode: boolean): Packages {
  const isDelivered = ([folder, { optional, devOptional }]: [string, LockedPackage]) =>
    !folder.includes('node_modules/@types/') &&
    (DUCKDB.test(folder) || (withNode && NODE.test(folder))
      ? existsSync(join(product, folder))
      : !optional && !devOptional);
  return new Map([...locked].filter(isDelivered));
}

export function lockedPackages(product: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(product, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return new Map(Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev));
}

export function copyPackages(product: string, target: string, packages: Packages): void {
  for (const folder of packages.keys()) {
    const nested = join(product, folder, 'node_modules');
    cpSync(join(product, folder), join(target, folder), {
      recursive: true,
      filter: (path) => path !== nested && !UNREAD.test(path),
    });
    const [, node] = NODE.exec(folder) ?? [];
    if (node === undefined) continue;
    const link = join(target, 'node_modules/.bin/node');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join('..', node, 'bin/node'), link);
  }
}
