import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '#server/platform/config/environment.ts';

export const productFolder = path.resolve(import.meta.dirname, '../../..');
export const pagesFolder = path.join(productFolder, 'dist');

const sources = ['machines', 'locales', 'vite.config.ts', 'lingui.config.ts', 'package-lock.json'];
const foldersOutsidePages = ['demo', 'docs', 'server', 'testing', 'tools'];

const builderIn = (product: string) => path.join(product, 'node_modules/vite/bin/vite.js');
const builtIn = (product: string) => path.join(product, 'dist/index.html');

/**
 * Builds the pages if they are missing or older than their sources. An installation without the
 * build tools serves the pages of its release.
 * @param report receives a line at the start and the end of a build, and the current step every 5 s
 * @throws with the output of the build if it fails
 */
export async function ensureBuild(
  report: (line: string) => void,
  product = productFolder,
): Promise<void> {
  if (!(await isBuildStale(product))) return;
  if (!existsSync(builderIn(product))) return requireBuild(product);
  return runBuild(report, product);
}

/** @throws if the pages are not built; production never builds them at start */
export function requireBuild(product = productFolder): void {
  if (!existsSync(builtIn(product)))
    throw new Error(`The pages are not built: run npm run build in ${product}`);
}

async function isBuildStale(product: string): Promise<boolean> {
  const built = await modifiedAt(builtIn(product));
  if (built === null) return true;
  const inSrc = await readdir(path.join(product, 'src')).catch(() => []);
  const ofPages = inSrc.filter((name) => !foldersOutsidePages.includes(name));
  const names = [...sources, ...ofPages.map((name) => `src/${name}`)];
  const newest = await Promise.all(names.map((name) => newestIn(path.join(product, name))));
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

const steps: readonly [RegExp, string][] = [
  [/transforming/, 'reading the sources'],
  [/rendering chunks/, 'writing the scripts'],
  [/plugin weigh-pages/, 'prerendering pages'],
];
const PROGRESS_INTERVAL_MS = 5_000;

/** Ends the build when its standard input closes, which happens even if the server is killed. */
const endWithParent =
  'data:text/javascript,process.stdin.resume().on("end",()=>process.exit(1)).unref()';

async function runBuild(report: (line: string) => void, product: string): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  let output = '';
  report('Building the pages, once for these sources. It takes one to two minutes.');
  const progress = setInterval(() => {
    const step = steps.findLast(([pattern]) => pattern.test(output))?.[1] ?? 'starting';
    report(`Building the pages: ${step}, ${seconds()} s`);
  }, PROGRESS_INTERVAL_MS);
  const command = ['--import', endWithParent, builderIn(product), 'build', '--logLevel', 'info'];
  const build = spawn(process.execPath, command, {
    cwd: product,
    env: { ...childEnvironment(/^NODE_(OPTIONS|COMPILE_CACHE)$/), NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(build, 'close').finally(() => clearInterval(progress));
  if (code !== 0) throw new Error(`The pages could not be built:\n${output.trim()}`);
  report(`Built the pages in ${seconds()} s`);
}
