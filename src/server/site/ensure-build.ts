import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '#server/platform/config/child-environment.ts';
import { productFolder } from './pages-folder.ts';

/** Sources of the browser's part. */
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
 * Builds the browser's part when it is missing or older than its sources. An installation without
 * the build's tools serves what it came with.
 * @param report called with a line when a build begins, and then with its step and seconds
 * @throws with the build's output when it fails
 */
export async function ensureBuild(
  report: (line: string) => void,
  product = productFolder,
): Promise<void> {
  if (!(await isBuildStale(product))) return;
  if (!existsSync(builderIn(product))) return requireBuild(product);
  return runBuild(report, product);
}

/** @throws in words, when there is nothing to serve: processes that start at once build nothing */
export function requireBuild(product = productFolder): void {
  if (!existsSync(builtIn(product)))
    throw new Error(`The pages are not built: run npm run build in ${product}`);
}

/** Tests that the build is missing or older than one of its sources. */
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

/** Steps of the build, by what Vite writes when each begins. */
const steps: readonly [RegExp, string][] = [
  [/transforming/, 'reading the sources'],
  [/rendering chunks/, 'writing the scripts'],
  [/plugin weigh-pages/, 'rendering pages ahead'],
];
/** Time between two lines about a build that goes on, in ms. */
const PROGRESS = 5_000;

function runBuild(report: (line: string) => void, product: string): Promise<void> {
  const since = performance.now();
  const seconds = () => Math.round((performance.now() - since) / 1000);
  let step = 'starting';
  const tell = () => report(`Building the pages: ${step}, ${seconds()} s`);
  report('Building the pages, once for these sources. It takes one to two minutes.');
  const progress = setInterval(tell, PROGRESS);
  return new Promise<void>((resolve, reject) => {
    const build = spawn(process.execPath, [builderIn(product), 'build', '--logLevel', 'info'], {
      cwd: product,
      // Whoever starts the server: what is built is the product.
      env: { ...childEnvironment(/^NODE_(OPTIONS|COMPILE_CACHE)$/), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    build.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const begun = steps.findLast(([pattern]) => pattern.test(chunk.toString()))?.[1];
      if (begun === undefined || begun === step) return;
      step = begun;
      tell();
    });
    build.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    build.on('error', reject);
    build.on('close', (code) => {
      if (code !== 0) return reject(new Error(`The pages could not be built:\n${output.trim()}`));
      report(`Built the pages in ${seconds()} s`);
      return resolve();
    });
  }).finally(() => clearInterval(progress));
}
