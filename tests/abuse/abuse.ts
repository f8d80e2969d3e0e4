import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { endpoints } from '#contract/endpoints.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startServer } from '#tests/server-process.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import { compareTimes } from './timing.ts';
import { leaveUnread } from './unread.ts';

const help = `Sends abusive requests and measures their effect.

  npm run abuse -- timing|malformed|slow|unread [COUNT]

.github/CONTRIBUTING.md describes each. Exit status: 0; 1 a goal is missed; 2 invalid argument.
`;

/** Incomplete request headers. */
const BEGINNING = `POST ${endpoints.sendCaptcha.path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;

/** Interval between two bytes, in ms. */
const INTERVAL = 500;

/** Sends the headers of `count` requests byte by byte; returns the seconds until all are closed. */
export async function trickle(count: number): Promise<number> {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const server = await startServer({ DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) });
  const port = Number(new URL(server.url).port);
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: count }, () => trickleUntilClosed(port)));
    return Math.round((performance.now() - began) / 100) / 10;
  } finally {
    await server.end('SIGTERM');
    await location.remove();
  }
}

async function trickleUntilClosed(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(BEGINNING);
  const timer = setInterval(() => socket.write('a'), INTERVAL);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
}

/** Maximum difference of response times, relative to the shortest. */
const MOST_SPREAD = 0.05;
/** Maximum time until a slow sender is disconnected, in s. */
const LATEST_CUT = 60;
/** Maximum resident memory with unread responses, in MB. */
const MOST_MEMORY = 450;
/** Maximum duration of other users' calls meanwhile, in ms. */
const LONGEST_CALL = 500;

interface Proof {
  count: number;
  run(count: number): Promise<{ figures: object; isMet: boolean }>;
}

const proofs: Record<string, Proof> = {
  timing: {
    count: 1000,
    async run(count) {
      const figures = await compareTimes(count);
      const isMet = figures.spread <= MOST_SPREAD && figures.answers.length === 1;
      return { figures, isMet };
    },
  },
  malformed: {
    count: 100_000,
    async run(count) {
      const file = 'tests/server/platform/http/malformed.test.ts';
      const vitest = [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'node',
        '--testTimeout=600000',
        file,
      ];
      const env = { ...process.env, MALFORMED: String(count) };
      const suite = spawn(process.execPath, vitest, { env, stdio: 'inherit' });
      const [code] = (await once(suite, 'exit')) as [number | null];
      return { figures: { inputs: count }, isMet: code === 0 };
    },
  },
  slow: {
    count: 200,
    async run(count) {
      const seconds = await trickle(count);
      return { figures: { count, seconds }, isMet: seconds < LATEST_CUT };
    },
  },
  unread: {
    count: 150,
    async run(count) {
      const figures = await leaveUnread(count);
      const isMet = Object.values(figures).every(
        ({ memory, slowestCall, closedAfter }) =>
          memory.most <= MOST_MEMORY && slowestCall <= LONGEST_CALL && closedAfter !== null,
      );
      return { figures, isMet };
    },
  },
};

/**
 * Measures what abuse costs other users, with the real process. Exits with 1 when a figure misses
 * its goal.
 */
async function main([name, count]: string[]): Promise<void> {
  for (const each of name ? [name] : Object.keys(proofs)) {
    const proof = proofs[each];
    if (!proof) {
      console.error(`Unknown test ${each}. Known: ${Object.keys(proofs).join(', ')}`);
      process.exitCode = 2;
      return;
    }
    const { figures, isMet } = await proof.run(Number(count ?? proof.count));
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(each, isMet ? 'met' : 'NOT MET', figures);
    console.log(`load average: ${load.join(' ')}`);
    if (!isMet) process.exitCode = 1;
  }
}

printHelpIfAsked(help);
await main(process.argv.slice(2));
