import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from '#build/browser/find-chromium.ts';
import { seedPersonas } from '#tests/browser/personas.ts';
import { startServer } from '#tests/server-process.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { percentile } from '../bench/measure.ts';
import { type Place, stillPlaces, timedPlaces } from './places.ts';
import { contextFor, slowPage, visit } from './visit.ts';

// Perceived speed of the built product on a slow connection with a slow processor. Rounds alternate
// with the compared version, so that other load affects both.

/** Maximum layout shift of a page. */
const MOST_SHIFT = 0.02;
const widths = [360, 412, 768, 1440];

printHelpIfAsked(`Measures the perceived speed of the built product in Chromium.

  npm run speed                     both: times, shift
  npm run speed -- times
  --against FOLDER   also measures the version in another folder, in alternation
  --rounds N         visits of each page (default: 5)

Exit status: 0; 1 a goal is missed.
`);
const { values, positionals } = parsedOrExit({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const wanted = positionals.length > 0 ? positionals : ['times', 'shift'];

/** A version of the product: its server, with applications in every state. */
async function startVersion(folder: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'speed-'));
  const server = await startServer({ DATA_DIR: dataDir, MODE: 'test' }, folder);
  const people = await seedPersonas(server.url);
  return {
    url: server.url,
    people,
    async end() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true });
    },
  };
}
type Version = Awaited<ReturnType<typeof startVersion>>;

/** Time until the main content, with an empty cache. */
async function firstVisit(browser: Browser, { url }: Version, place: Place): Promise<number> {
  const context = await contextFor(browser, url, place);
  const { awaitedAt } = await visit(await slowPage(context), url, place);
  await context.close();
  return awaitedAt;
}

/** Prints the times of every place; returns whether all meet their goal. */
async function compareTimes(browser: Browser, versions: readonly Version[]): Promise<boolean> {
  const places = versions.map(({ people }) => timedPlaces(people));
  const times = versions.map(() => (places[0] ?? []).map((): number[] => []));
  for (let round = 0; round < rounds; round++)
    for (const index of (places[0] ?? []).keys())
      for (const [which, version] of versions.entries())
        times[which]?.[index]?.push(
          await firstVisit(browser, version, places[which]?.[index] as Place),
        );
  console.log(`ms until the page is usable, median of ${rounds} (minimum to maximum)`);
  return (places[0] ?? [])
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

/**
 * Prints layout shifts at every width, for first and repeated visits; returns true without shifts.
 */
async function findShifts(browser: Browser, { url, people }: Version): Promise<boolean> {
  let isStill = true;
  for (const place of stillPlaces(people)) {
    const figures: string[] = [];
    for (const width of widths) {
      const context = await contextFor(browser, url, place, { width, hasChosen: false });
      for (const time of ['first', 'later']) {
        const page = await slowPage(context);
        const { shift, moved } = await visit(page, url, place);
        await page.close();
        figures.push(shift.toFixed(3));
        if (shift <= MOST_SHIFT) continue;
        isStill = false;
        console.log(`  ${place.name} at ${width}, ${time}:\n    ${moved.join('\n    ')}`);
      }
      await context.close();
    }
    console.log(`  ${place.name.padEnd(18)}${figures.join(' ')}`);
  }
  console.log(`layout shift at ${widths.join(', ')} px, each on the first and a later visit`);
  return isStill;
}

const folders = [process.cwd(), ...(values.against ? [values.against] : [])];
const versions = await Promise.all(folders.map(startVersion));
const { browser } = await launchChromium();
console.log(`load average at the start: ${loadavg()[0]?.toFixed(1)}`);
try {
  const [own] = versions as [Version];
  const met = [
    !wanted.includes('times') || (await compareTimes(browser, versions)),
    !wanted.includes('shift') || (await findShifts(browser, own)),
  ];
  if (!met.every(Boolean)) process.exitCode = 1;
} finally {
  console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)}`);
  await browser.close();
  await Promise.all(versions.map((version) => version.end()));
}
