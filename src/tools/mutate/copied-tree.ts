import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** A copy of the product's sources in a folder of its own, to be changed as a test likes. */
export interface CopiedTree {
  folder: string;
  remove(): void;
}

/**
 * Copies what git knows or would take, as it stands in the work tree. Packages are links into the
 * product's, each by itself, so that what tools write beside them stays in the copy.
 */
export function copyTree(): CopiedTree {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const left = /^tests\/(browser\/pictures|installations\/\d)/;
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    if (!left.test(file)) cpSync(path.join(root, file), path.join(folder, file), { force: true });
  }
  const packages = path.join(root, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (!/^\.(vite|cache)/.test(name))
      symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
