import { loadavg } from 'node:os';
import { isInstalled } from '#tests/needs.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import { type AttackFigures, attacks, measureAttack } from './under-attack.ts';

const help = `Attacks a portal behind nginx and without it, and measures the effect on other users.

  npm run abuse -- [unread,lockout,flood] [SECONDS]

.github/CONTRIBUTING.md describes each. Exit status: 0; 1 a goal is missed; 2 invalid argument.
`;

/** Default duration of each attack in s; connections with unread answers are closed earlier. */
const durations = { unread: 150, lockout: 30, flood: 30 };
type Kind = keyof typeof durations;

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

/** Runs the attacks of one kind; returns whether all goals were met. */
async function runAttacks(kind: Kind, seconds: number): Promise<boolean> {
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

printHelpIfAsked(help);
const [names, seconds] = process.argv.slice(2);
const wanted = (names?.split(',') ?? Object.keys(durations)) as Kind[];
if (wanted.every((kind) => kind in durations)) {
  for (const kind of wanted) {
    const isMet = await runAttacks(kind, Number(seconds ?? durations[kind]));
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(`${kind}: ${isMet ? 'met' : 'NOT MET'}, load average: ${load.join(' ')}`);
    if (!isMet) process.exitCode = 1;
  }
  console.table(table);
} else {
  console.error(help);
  process.exitCode = 2;
}
