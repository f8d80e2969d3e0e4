import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { launchChromium, NoChromium, packedOptions } from '#build/browser/find-chromium.ts';
import { findChromium } from '#tests/browser/chromium-options.ts';
import { skipUnless } from '#tests/needs.ts';

beforeEach(() => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('CHROMIUM_FOUND', '');
});
afterEach(() => vi.unstubAllEnvs());

/** Creates a program that exits at once, like a Chromium that lacks a library. */
async function brokenChromium(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'chromium');
  const error = 'error while loading shared libraries: libnss3.so: cannot open shared object file';
  await writeFile(path, `#!/bin/sh\necho "${path}: ${error}" >&2\nexit 127\n`, { mode: 0o700 });
  return path;
}

test('an error names the requested Chromium that does not start, and its missing library', async () => {
  const path = await brokenChromium();
  vi.stubEnv('CHROMIUM_PATH', path);
  const error = await findChromium().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoChromium);
  expect(error).toMatchObject({
    message: expect.stringContaining(`  ${path}: the library libnss3.so is missing\nInstall it`),
  });
  vi.stubEnv('CHROMIUM_PATH', join(path, 'none'));
  await expect(findChromium()).rejects.toThrow(/none: it does not exist/);
});

const linux = process.platform === 'linux' && process.arch === 'x64';
describe('the package’s Chromium', skipUnless(linux, 'needs Linux on x64'), () => {
  test('is tried after a Chromium that does not start, and gets no secrets', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://of-the-portal');
    const { browser, options } = await launchChromium([await brokenChromium()]);
    await browser.close();
    const ofPlaywright = chromium.executablePath();
    if (existsSync(ofPlaywright)) expect(options.executablePath).toBe(ofPlaywright);
    else
      expect(options.executablePath).toMatch(/node_modules\/\.cache\/chromium-[\d.]+\/chromium$/);
    expect(Object.keys(options.env)).not.toContain('DATABASE_URL');
  });

  test('needs only its own libraries and those of a minimal system', async () => {
    const options = await packedOptions();
    const server = await chromium.launchServer(options);
    try {
      const maps = await readFile(`/proc/${server.process().pid}/maps`, 'utf8');
      const libraries = new Set(maps.match(/\/\S+\.so[\d.]*$/gm));
      const own = options.env.LD_LIBRARY_PATH?.split(':')[0] ?? '';
      expect(libraries).toContain(join(own, 'libnss3.so'));
      const others = [...libraries].filter((path) => !path.startsWith(join(own, '..')));
      // The C library and that of GCC, which every system has.
      const common = /\/(ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|gcc_s))[-.\d]*\.so/;
      expect(others.filter((path) => !common.test(path))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
