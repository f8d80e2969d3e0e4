import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { childEnvironment } from '#server/platform/config/environment.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** Headless builds come first: they start faster and use less CPU for rendering. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Timeout of the launch, in ms. The first launch from a slow disk takes long. */
const START_TIMEOUT = 120_000;

export class NoChromium extends Error {}

export interface ChromiumOptions {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Launches the Chromium that `CHROMIUM_PATH` names. If it is not set, launches the first one that
 * starts: the system's, Playwright's, or on Linux the one in the package `@sparticuz/chromium`.
 * @throws {NoChromium}
 */
export async function launchChromium(
  paths = systemPaths,
): Promise<{ browser: Browser; options: ChromiumOptions }> {
  const { chromium } = await import('@playwright/test');
  const named = process.env.CHROMIUM_PATH;
  const all = named ? [named] : [...paths, chromium.executablePath()].filter(existsSync);
  const candidates = all.map((path) => ({ name: path, options: async () => optionsOf(path) }));
  if (!named && process.platform === 'linux')
    candidates.push({ name: 'the package @sparticuz/chromium', options: packedOptions });
  const reasons: string[] = [];
  for (const candidate of candidates) {
    try {
      const options = await candidate.options();
      const browser = await chromium.launch({ ...options, timeout: START_TIMEOUT });
      return { browser, options };
    } catch (error) {
      reasons.push(`  ${candidate.name}: ${reasonOf(error as Error)}`);
    }
  }
  throw new NoChromium(
    [
      'No Chromium starts on this machine; the browser tests, and charts as PNG or PDF, need one.',
      ...reasons,
      'Install it (Debian: apt install chromium-headless-shell), run `npx playwright install --with-deps chromium`, or name one in CHROMIUM_PATH.',
    ].join('\n'),
  );
}

export async function packedOptions(): Promise<ChromiumOptions> {
  const folder = await unpackChromium();
  const libraries = join(folder, 'lib');
  const { LD_LIBRARY_PATH: others } = process.env;
  const env = {
    LD_LIBRARY_PATH: others ? `${libraries}:${others}` : libraries,
    FONTCONFIG_PATH: folder,
  };
  return optionsOf(join(folder, 'chromium'), env);
}

const optionsOf = (executablePath: string, env = {}): ChromiumOptions => ({
  executablePath,
  args: ['--no-sandbox'],
  env: {
    ...childEnvironment(/^(FONTCONFIG_|XDG_|FAKETIME)/),
    // In the locale `C`, Chromium rejects file paths with non-ASCII characters.
    LC_ALL: 'C.UTF-8',
    ...env,
  } as Record<string, string>,
});

function reasonOf({ message }: Error): string {
  const [, library] = /error while loading shared libraries: ([^:\s]+)/.exec(message) ?? [];
  if (library) return `the library ${library} is missing`;
  if (/executable doesn't exist/i.test(message)) return 'it does not exist';
  if (/spawn \S+ (ENOENT|ENOEXEC)/.test(message))
    return 'it is for another processor or another C library than this machine’s';
  const [, written] = /\[err\] (.+)/.exec(message) ?? [];
  // Playwright appends the command line and the log in further lines.
  return written ?? message.split('\n', 1)[0]?.replace(/^browserType\.launch: /, '') ?? '';
}
