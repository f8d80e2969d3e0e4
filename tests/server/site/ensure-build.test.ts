import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureBuild, requireBuild } from '#server/site/ensure-build.ts';

const BUILDER = 'node_modules/vite/bin/vite.js';
const BUILT = 'dist/index.html';

let product: string;
beforeEach(async () => {
  product = await mkdtemp(join(tmpdir(), 'product-'));
});
afterEach(() => rm(product, { recursive: true }));

/** Writes a file with an age in seconds. */
async function write(name: string, age: number, content = ''): Promise<void> {
  const file = join(product, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  const at = Date.now() / 1000 - age;
  await utimes(file, at, at);
  // Folders count, too: make them older.
  for (let folder = dirname(file); folder !== product; folder = dirname(folder))
    await utimes(folder, 0, 0);
}

/** Replaces Vite: writes its environment and arguments. */
const builder = `const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', [process.env.NODE_ENV, ...process.argv.slice(2)].join(' '));`;

async function ensured(): Promise<{ lines: string[]; built: string }> {
  const lines: string[] = [];
  await ensureBuild((line) => lines.push(line.replace(/\d+ s$/, 'N s')), product);
  return { lines, built: await readFile(join(product, BUILT), 'utf8') };
}

const wasBuilt = {
  lines: [
    'Building the pages, once for these sources. It takes one to two minutes.',
    'Built the pages in N s',
  ],
  built: 'production build --logLevel info',
};
const asItWas = { lines: [], built: 'as it was' };

describe('the pages are built', () => {
  test('when there are none, in production mode', async () => {
    await write(BUILDER, 0, builder);
    await write('src/main.tsx', 10);
    expect(await ensured()).toEqual(wasBuilt);
  });

  test.each(['src/index.html', 'src/desk/queue/queue-page.tsx', 'locales/pl.po'])(
    'when %s is newer',
    async (name) => {
      await write(BUILDER, 0, builder);
      await write('src/main.tsx', 1000);
      await write('locales/en.po', 1000);
      await write(BUILT, 100, 'as it was');
      await write(name, 50);
      expect(await ensured()).toEqual(wasBuilt);
    },
  );
});

describe('the pages are not built', () => {
  test('when no source is newer', async () => {
    await write(BUILDER, 0, builder);
    await write('src/main.tsx', 200);
    await write('src/server/main.ts', 0);
    await write(BUILT, 100, 'as it was');
    expect(await ensured()).toEqual(asItWas);
  });

  test('when the build tools are not installed', async () => {
    await write('src/main.tsx', 0);
    await write(BUILT, 100, 'as it was');
    expect(await ensured()).toEqual(asItWas);
  });
});

test('a build in progress reports its step and seconds', async () => {
  const waiting = `setInterval(() => require('node:fs').existsSync('go') && process.exit(), 9);`;
  await write(BUILDER, 0, `console.log('rendering chunks...'); ${builder} ${waiting}`);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const lines: string[] = [];
  const building = ensureBuild((line) => lines.push(line), product);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5000);
    expect(lines.join()).toMatch(/Building the pages: writing the scripts, \d+ s/);
  }, 30_000);
  vi.useRealTimers();
  await write('go', 0);
  await building;
});

test('a build ends when its server is killed', async () => {
  await write(
    BUILDER,
    0,
    `require('node:fs').writeFileSync('pid', String(process.pid));
setInterval(() => {}, 1000);`,
  );
  const script = `const { ensureBuild } = await import('#server/site/ensure-build.ts');
await ensureBuild(() => {}, ${JSON.stringify(product)});`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const pid = await vi.waitFor(async () => {
    const text = await readFile(join(product, 'pid'), 'utf8');
    expect(text).toMatch(/^\d+$/);
    return Number(text);
  }, 30_000);
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('an error explains', () => {
  test('that neither pages nor build tools exist', async () => {
    const words = `The pages are not built: run npm run build in ${product}`;
    await expect(ensureBuild(() => {}, product)).rejects.toThrow(words);
    expect(() => requireBuild(product)).toThrow(words);
    await write(BUILT, 0);
    expect(() => requireBuild(product)).not.toThrow();
  });

  test('why the build failed', async () => {
    const failing = `console.log('1 module'); console.error('not found: a.ts'); process.exit(1)`;
    await write(BUILDER, 0, failing);
    await expect(ensureBuild(() => {}, product)).rejects.toThrow(
      /^The pages could not be built:\n(1 module\nnot found: a\.ts|not found: a\.ts\n1 module)$/,
    );
  });
});
