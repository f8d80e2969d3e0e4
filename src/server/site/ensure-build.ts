import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '#server/platform/config/child-environment.ts';

export const productFolder = path.resolve(import.meta.dirname, '../../..');
export const pagesFolder = path.join(productFolder, 'dist');

const sources = [
  'src/index.html',
  'src/main.tsx',
  'src/routing.tsx',
  'src/prerender.tsx',
  'src/lib',
  'src/contract',
  'src/forms',
  'src/ui',
  'src/portal',
  'src/desk',
  'src/charts',
  'src/build',
  'machines',
  'locales',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
];

const builderIn = (product: string) => path.join(product, 'node_modules/vite/bin/vite.js');
const builtIn = (product: string) => path.join(product, 'dist/index.html');

/**
 * Builds the pages when they are missing or older than their sources. An installation without the
 * build tools serves the pages that it came with.
 * @param report receives a line when a build begins and when it ends
 * @throws with the output of the build when it fails
 */
export async function ensureBuild(
  report: (line: string) => void,
  product = productFolder,
): Promise<void> {
  if (!(await isBuildStale(product))) return;
  if (!existsSync(builderIn(product))) return requireBuild(product);
  report('Building the pages, once for these sources. It takes one to two minutes.');
  await runBuild(product);
  report('Built the pages');
}

/** @throws when the pages are not built; production never builds at start */
export function requireBuild(product = productFolder): void {
  if (!existsSync(builtIn(product)))
    throw new Error(`The pages are not built: run npm run build in ${product}`);
}

async function isBuildStale(product: string): Promise<boolean> {
  const built = await modifiedAt(builtIn(product));
  if (built === null) return true;
  const newest = await Promise.all(sources.map((name) => newestIn(path.join(product, name))));
  return Math.max(...newest) > built;
}

async function newestIn(name: string): Promise<number> {
  const own = await modifiedAt(name);
  if (own === null) return 0;
  const children = await readdir(name, { recursive: true }).catch(() => []);
  const times = await Promise.all(children.map((child) => modifiedAt(path.join(name, child))));
  return Math.max(own, ...times.map((time) => time ?? 0));
}

async function modifiedAt(name: string): Promise<number | null> {
  return stat(name).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

async function runBuild(product: string): Promise<void> {
  const options = {
    cwd: product,
    env: { ...childEnvironment(/^NODE_(OPTIONS|COMPILE_CACHE)$/), NODE_ENV: 'production' },
    maxBuffer: 100 * 1024 * 1024,
  };
  const args = [builderIn(product), 'build', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, options).catch(({ stdout, stderr }) => {
    throw new Error(`The pages could not be built:\n${`${stdout}${stderr}`.trim()}`);
  });
}
