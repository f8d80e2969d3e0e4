import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { trickle } from './slow.ts';
import { compareTimes } from './timing.ts';
import { leaveUnread } from './unread.ts';

/** Farthest that the times of answers may lie apart, as a part of the least. */
const MOST_SPREAD = 0.05;
/** Latest that a slow sender is cut, in s. */
const LATEST_CUT = 60;
/** Most resident memory while answers are left unread, in MB. */
const MOST_MEMORY = 450;
/** Longest that other users' calls may take meanwhile, in ms. */
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

/** Measures what abuse costs others, with the real process; a figure beyond its goal ends with 1. */
async function main([name, count]: string[]): Promise<void> {
  for (const each of name ? [name] : Object.keys(proofs)) {
    const proof = proofs[each];
    if (!proof) throw new Error(`${each} is none of ${Object.keys(proofs).join(', ')}`);
    const { figures, isMet } = await proof.run(Number(count ?? proof.count));
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(each, isMet ? 'holds' : 'DOES NOT HOLD', figures);
    console.log(`load of the machine: ${load.join(' ')}`);
    if (!isMet) process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
