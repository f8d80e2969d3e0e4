import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { endpoints } from '#contract/endpoints.ts';
import { isInstalled } from '#tests/needs.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startServer } from '#tests/server-process.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import { compareTimes } from './timing.ts';
import { type AttackFigures, attacks, measureAttack } from './under-attack.ts';

const help = `Sends abusive requests and measures their effect.

  npm run abuse -- [timing,malformed,slow,unread,lockout,flood] [COUNT]

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
/** Goals behind nginx: MB of resident memory, ms of other users' calls, s until a code signs in. */
const MOST = { memory: 450, p99: 500, code: 5 };

const isWithin = (figures: AttackFigures, isUnread: boolean) =>
  figures.memory <= MOST.memory &&
  figures.p99 <= MOST.p99 &&
  figures.signIns > 0 &&
  Math.max(figures.knownBrowser, figures.unknownBrowser) <= MOST.code &&
  figures.failures.length === 0 &&
  (figures.closedAfter !== null || !isUnread);

/** Figures of all attacks, printed as one table. */
const table: Record<string, object> = {};

/** Runs attacks behind nginx and without it. */
async function runAttacks(kind: keyof typeof attacks, seconds: number): Promise<boolean> {
  const proxies = isInstalled('nginx') ? ['nginx', 'none'] : ['none'];
  if (proxies.length === 1) console.log('nginx is not installed: apt install nginx-light');
  let isMet = true;
  for (const proxy of proxies)
    for (const [name, attack] of Object.entries(attacks[kind]())) {
      const figures = await measureAttack(attack, proxy === 'nginx', seconds);
      const { failures, answers, ...numbers } = figures;
      table[`${name}, proxy: ${proxy}`] = numbers;
      if (Object.keys(answers).length > 0) console.log(name, proxy, 'answers by code:', answers);
      for (const failure of failures) console.log(name, proxy, failure);
      if (proxy === 'nginx') isMet &&= isWithin(figures, kind === 'unread');
    }
  return isMet;
}

const proofOf = (kind: keyof typeof attacks, count: number): Proof => ({
  count,
  run: async (seconds) => ({ figures: { seconds }, isMet: await runAttacks(kind, seconds) }),
});

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
  unread: proofOf('unread', 150),
  lockout: proofOf('lockout', 30),
  flood: proofOf('flood', 30),
};

/**
 * Measures what abuse costs other users, with the real process. Exits with 1 when a figure misses
 * its goal.
 */
async function main([names, count]: string[]): Promise<void> {
  for (const each of names?.split(',') ?? Object.keys(proofs)) {
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
  if (Object.keys(table).length > 0) console.table(table);
}

printHelpIfAsked(help);
await main(process.argv.slice(2));
