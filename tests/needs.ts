import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Why a test is skipped; `debianPackage` provides the missing program. */
export interface SkipReason {
  reason: string;
  debianPackage?: string;
}

/** Options of `test` or `describe` in Vitest. */
export interface NeedOptions {
  skip?: boolean;
  meta?: { skipped: SkipReason };
}

/** Folders of server programs, which are not on the PATH of an ordinary user. */
const serverPrograms = ['/usr/sbin', '/usr/local/sbin', ...globSync('/usr/lib/postgresql/*/bin')];

/**
 * Options for `test` or `describe` that skip it, with the reason in the summary, if `program` is not
 * installed. With `CI` set, the file fails instead.
 */
export function needs(program: string, debianPackage: string): NeedOptions {
  if (isInstalled(program)) return {};
  return skipped({ reason: `${program} is not installed`, debianPackage });
}

/** As {@link needs}, for tests that start their own PostgreSQL. */
export const needsPostgres = () => needs('postgres', 'postgresql');

/** As {@link needs}, for a module of Debian's Python. */
export function needsPython(module: string, debianPackage: string): NeedOptions {
  const find = `import importlib.util as u, sys; sys.exit(u.find_spec('${module}') is None)`;
  if (spawnSync(PYTHON, ['-c', find], { stdio: 'ignore' }).status === 0) return {};
  return skipped({ reason: `Python's ${module} is not installed`, debianPackage });
}

/** The Python for which Debian's packages install modules. */
export const PYTHON = '/usr/bin/python3';

/** As {@link needs}, for a condition that no package fulfils, such as «needs Linux». */
export function skipUnless(condition: boolean, reason: string): NeedOptions {
  return condition ? {} : skipped({ reason });
}

function skipped(skipped: SkipReason): NeedOptions {
  if (process.env.CI) throw new Error(`${describeReason(skipped)}; with CI set no test is skipped`);
  return { skip: true, meta: { skipped } };
}

/** The reason with the package to install. */
export function describeReason({ reason, debianPackage }: SkipReason): string {
  return debianPackage ? `${reason} (Debian: apt install ${debianPackage})` : reason;
}

/** Whether a program is on the PATH, or among the servers' programs. */
export function isInstalled(program: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverPrograms];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
