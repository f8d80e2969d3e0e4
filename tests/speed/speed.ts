import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from '#build/browser/find-chromium.ts';
import { addressOf, seedPersonas } from '#tests/browser/personas.ts';
import { startServer } from '#tests/server-process.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { percentile } from '../bench/measure.ts';
import { timeUntilUsable, type Visited } from './visit.ts';

// Perceived speed of the built product on a slow connection with a slow processor. Rounds alternate
// with the compared version, so that other load affects both.

printHelpIfAsked(`Measures the perceived speed of the built product in Chromium.

  npm run speed
  --against FOLDER   also measures the version in another folder, in alternation
  --rounds N         visits of each page (default: 5)

Exit status: 0; 1 a goal is missed.
`);
const { values } = parsedOrExit({
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);

interface Place extends Visited {
  name: string;
  /** Maximum median, in ms. */
  goal: number;
}

/** A version of the product: its server, with applications in every state, and its pages. */
async function startVersion(folder: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'speed-'));
  const server = await startServer({ DATA_DIR: dataDir, MODE: 'test' }, folder);
  const { owner, reviewer, analyst } = await seedPersonas(server.url);
  const page = (name: string, path: string, awaited: string, goal: number, as?: Visited['as']) => ({
    ...{ name, awaited, goal, as },
    address: server.url + path,
  });
  const row = 'main tbody a[href*="VD"]';
  const number = addressOf(owner, '{qualification.submitted}');
  const decision = '#decision input[type=radio]:enabled';
  const places: Place[] = [
    page('sign-in', '/login', 'input[type=email]:enabled', 2000),
    page('list', '/home/data-acquisition', row, 2500, owner),
    page('queue', '/desk', row, 2500, reviewer),
    page('case', `/desk/applications/${number}`, decision, 3000, reviewer),
    page('chart', '/charts/application', 'main svg [data-state]', 3000, analyst),
  ];
  return {
    places,
    async end() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true });
    },
  };
}
type Version = Awaited<ReturnType<typeof startVersion>>;

/** Prints the times of every place; returns whether all meet their goal. */
async function compareTimes(browser: Browser, versions: readonly Version[]): Promise<boolean> {
  const places = versions[0]?.places ?? [];
  const times = versions.map(() => places.map((): number[] => []));
  for (let round = 0; round < rounds; round++)
    for (const index of places.keys())
      for (const [which, version] of versions.entries())
        times[which]?.[index]?.push(
          await timeUntilUsable(browser, version.places[index] as Visited),
        );
  console.log(`ms until the page is usable, median of ${rounds} (minimum to maximum)`);
  return places
    .map(({ name, goal }, index) => {
      const medians = versions.map((_, which) => percentile(times[which]?.[index] ?? []));
      const [own = Number.NaN, other] = medians;
      const of = times[0]?.[index] ?? [];
      const range = `${Math.min(...of).toFixed(0)} to ${Math.max(...of).toFixed(0)}`;
      const ratio = other ? `, ${(own / other).toFixed(2)} × ${other.toFixed(0)}` : '';
      const verdict = own <= goal ? '' : `  over ${goal}`;
      console.log(`  ${name.padEnd(10)}${own.toFixed(0).padStart(6)} (${range})${ratio}${verdict}`);
      return own <= goal;
    })
    .every(Boolean);
}

const folders = [process.cwd(), ...(values.against ? [values.against] : [])];
const versions = await Promise.all(folders.map(startVersion));
const { browser } = await launchChromium();
console.log(`load average at the start: ${loadavg()[0]?.toFixed(1)}`);
try {
  if (!(await compareTimes(browser, versions))) process.exitCode = 1;
} finally {
  console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)}`);
  await browser.close();
  await Promise.all(versions.map((version) => version.end()));
}
