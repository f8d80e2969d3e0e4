import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import type { Packages } from './packages.ts';

/** npm scripts for operators. All others are for development and are left out. */
const scripts = ['start', 'portal'];

const parts = [
  '.deploy',
  'LICENSE',
  'README.md',
  'dist',
  'locales',
  'machines',
  'src/forms',
  'src/contract',
  'src/docs',
  'src/lib',
  'src/server',
  'src/tools',
];

interface Manifest {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  [key: string]: unknown;
}

/**
 * Copies the files that run, strips the types from the sources, and writes a package.json and a
 * lockfile, so that npm can list the installed packages.
 * @throws if the pages are not built
 */
export function copyProduct(product: string, target: string, locked: Packages): void {
  if (!existsSync(join(product, 'dist/index.html')))
    throw new Error('The pages are not built: npm run build');
  for (const part of parts) {
    mkdirSync(dirname(join(target, part)), { recursive: true });
    cpSync(join(product, part), join(target, part), { recursive: true });
  }
  mkdirSync(join(target, 'bin'));
  renameSync(join(target, 'src/tools/portal.sh'), join(target, 'bin/portal'));
  stripTypes(target);
  const packageJson = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as Manifest;
  const { scripts: all, devDependencies, optionalDependencies, ...rest } = packageJson;
  const manifest = {
    ...rest,
    release: releaseOf(product, packageJson),
    engines: { node: '>=24' },
    // Read by src/server/require-node.cjs.
    typesStripped: true,
    bin: { portal: 'bin/portal' },
    scripts: Object.fromEntries(scripts.map((name) => [name, all[name]])),
  } as Manifest;
  writeJson(join(target, 'package.json'), manifest);
  const { name, version, license, dependencies, engines } = manifest;
  const root = { name, version, license, dependencies, engines };
  writeJson(join(target, 'package-lock.json'), {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(locked) },
  });
}

function releaseOf(product: string, { version }: Manifest): string {
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: product });
  return git.status === 0 ? `${version}+${git.stdout.toString().trim()}` : version;
}

/** Replaces types by blanks, so that line and column numbers of errors stay the same. */
function stripTypes(folder: string): void {
  for (const name of globSync('{machines,src}/**/*.ts', { cwd: folder })) {
    const path = join(folder, name);
    writeFileSync(path, stripTypeScriptTypes(readFileSync(path, 'utf8')));
  }
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
