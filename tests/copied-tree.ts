import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** A copy of the sources in a temporary folder, which a test may change. */
export interface CopiedTree {
  folder: string;
  remove(): void;
}

/**
 * Copies the work tree without the files in `.gitignore`; also works without git. Each package is a
 * separate symbolic link, so that caches in `node_modules` stay in the copy.
 */
export function copyTree(): CopiedTree {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replaceAll('/', ''));
  const large = /^tests\/(browser\/pictures|installations\/\d)/;
  for (const entry of readdirSync(root)) {
    if (entry === '.git' || ignored.includes(entry) || entry.endsWith('.log')) continue;
    cpSync(path.join(root, entry), path.join(folder, entry), {
      recursive: true,
      filter: (source) => !large.test(path.relative(root, source)),
    });
  }
  const packages = path.join(root, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (!/^\.(vite|cache)/.test(name))
      symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
