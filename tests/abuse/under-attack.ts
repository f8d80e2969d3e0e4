import { fork } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#contract/settings.ts';
import { settings } from '#server/platform/config/config.ts';
import { pagesFolder } from '#server/site/ensure-build.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { listenForCodes, startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';
import { memoryOf, percentile } from '../bench/measure.ts';
import { generousLimits } from '../generous-limits.ts';
import type { Attack, AttackOrder, AttackReport } from './attacker.ts';
import { Browser } from './browser.ts';
import { startNginx } from './nginx.ts';

/** Interval of other users' calls, in ms. */
const INTERVAL = 100;
const CALLS_BEFORE = 30;
/** Pause between two sign-ins, in ms. */
const SIGN_IN_INTERVAL = 4000;
/** Longest wait for a mailed code, in ms. */
const CODE_TIMEOUT = 60_000;
/** Time in which work for closed connections may still delay other users, in s. */
const AFTERMATH = 5;

const { SAMPLE_APPLICATIONS: _, ...limited } = generousLimits;

/** The product's limits of codes and files, for `startServer`, without sample applications. */
const productLimits = {
  CODES_IN_ALL: String(settings.parse({}).CODES_IN_ALL),
  ...Object.fromEntries(
    (Object.keys(limited) as (keyof typeof limited)[]).map((name) => [name, String(limits[name])]),
  ),
};

/** `TCP_ESTABLISHED` in /proc/net/tcp. */
const ESTABLISHED = '01';

/** Counts the open connections from an IPv4 address to a port of this machine. */
function openConnections(network: string, port: number): number {
  const toHex = (number: number, digits: number) =>
    number.toString(16).toUpperCase().padStart(digits, '0');
  const address = network.split('.').map(Number).toReversed();
  const remote = `${address.map((part) => toHex(part, 2)).join('')}:`;
  const local = `:${toHex(port, 4)}`;
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, own, other, state]) =>
        state === ESTABLISHED && own?.endsWith(local) && other?.includes(remote),
    ).length;
}

const owners = [0, 1, 2, 3].map((index) => `owner-${index}@example.eu`);
const ATTACKER = '127.0.1.1';
const networks = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.1.${index + 1}`);

export const attacks: Record<'unread' | 'lockout' | 'flood', () => Record<string, Attack>> = {
  unread() {
    const asset = `/assets/${largestAsset()}`;
    const unread = { kind: 'unread', network: ATTACKER } as const;
    return {
      'pipelined assets': { ...unread, connections: 12, requests: 500, path: asset },
      'pipelined documents': { ...unread, connections: 12, requests: 100, path: DOCUMENT },
      'one document per connection': { ...unread, connections: 1200, requests: 1, path: DOCUMENT },
      'one asset per connection': { ...unread, connections: 1200, requests: 1, path: asset },
      '16 assets per connection': { ...unread, connections: 200, requests: 16, path: asset },
    };
  },
  lockout: () => ({
    'code attempts used up by 2 networks': {
      kind: 'lockOut',
      networks: networks(2),
      emails: owners,
    },
  }),
  flood: () => ({
    'codes for 20 networks': { kind: 'flood', networks: networks(20), connections: 10 },
  }),
};
const DOCUMENT = '/server/openapi.json';

function largestAsset(): string {
  const folder = path.join(pagesFolder, 'assets');
  const files = readdirSync(folder).map((name) => ({
    name,
    size: statSync(path.join(folder, name)).size,
  }));
  return files.toSorted((a, b) => b.size - a.size)[0]?.name ?? '';
}

export interface AttackFigures {
  /** Calls of other users, in ms, before the attack and during it. */
  p99Before: number;
  p99: number;
  longest: number;
  /** Maximum resident memory, in MB. */
  memory: number;
  /** Longest time from the request of a code until it signed in, in s, by browser. */
  knownBrowser: number;
  unknownBrowser: number;
  signIns: number;
  /** Errors of other users. */
  failures: string[];
  /** Seconds until the connections of the attack were closed; null if one remained open. */
  closedAfter: number | null;
  answers: Record<string, number>;
}

/**
 * Attacks a portal, and measures its memory and what other users notice, for `seconds` after the
 * attack has its full effect, or until the connections of an `unread` attack are closed.
 */
export async function measureAttack(
  attack: Attack,
  isBehindNginx: boolean,
  seconds: number,
): Promise<AttackFigures> {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const peer = await startSmtpPeer();
  const arrivals = new Map<string, (code: string) => void>();
  listenForCodes(peer, ({ email, code }) => arrivals.get(email)?.(code));
  const server = await startServer({
    ...productLimits,
    DATA_DIR,
    SMTP_URL: peer.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(DATABASE_URL && { DATABASE_URL }),
  });
  const nginx = isBehindNginx ? await startNginx(server.url) : null;
  const url = nginx?.url ?? server.url;
  const attacker = fork(path.join(import.meta.dirname, 'attacker.ts'));
  try {
    const signIn = async (browser: Browser, email: string) => {
      const began = performance.now();
      const arrived = new Promise<string>((resolve) => arrivals.set(email, resolve));
      await browser.insist('sendCaptcha', { email, privacyAccepted: true });
      const late = pause(CODE_TIMEOUT, null, { ref: false });
      const code = await Promise.race([arrived, late]);
      if (code === null) throw new Error(`No code was mailed to ${email}`);
      const { token } = (await browser.insist('login', { email, code })) as { token: string };
      return { seconds: (performance.now() - began) / 1000, token };
    };
    return await measure({ server, url, attacker, attack, signIn, seconds });
  } finally {
    attacker.kill('SIGKILL');
    await nginx?.end();
    await server.end('SIGKILL');
    await peer.close();
    await location.remove();
  }
}

interface Run extends AttackOrder {
  server: ServerProcess;
  attacker: ReturnType<typeof fork>;
  signIn(browser: Browser, email: string): Promise<{ seconds: number; token: string }>;
  seconds: number;
}

async function measure({ server, url, attacker, attack, signIn, seconds }: Run) {
  const known = owners.map((_, index) => new Browser(url, `127.0.2.${index + 1}`));
  const other = known[0] as Browser;
  const failures: string[] = [];
  let token = '';
  for (const [index, email] of owners.entries())
    ({ token } = await signIn(known[index] as Browser, email));

  const call = async (name: 'greeting' | 'currentUser') => {
    const start = performance.now();
    const { code, message } = await other.call(name, {}, token);
    if (code !== 200) failures.push(`${name}: ${code} ${message}`);
    return performance.now() - start;
  };
  const before: number[] = [];
  while (before.length < CALLS_BEFORE) {
    before.push(await call(before.length % 2 === 0 ? 'greeting' : 'currentUser'));
    await pause(INTERVAL);
  }

  let answers: Record<string, number> = {};
  const begun = new Promise<void>((resolve, reject) => {
    attacker.on('message', (message: AttackReport) => {
      if ('begun' in message) resolve();
      else answers = message.answers;
    });
    attacker.once('exit', () => reject(new Error('The attack has ended')));
  });
  attacker.send({ url, attack } satisfies AttackOrder);

  let hasEnded = false;
  const times: Record<'known' | 'unknown', number[]> = { known: [0], unknown: [0] };
  const signingIn = begun.then(async () => {
    for (let count = 0; !hasEnded; count++) {
      const index = count % owners.length;
      const email = owners[index] as string;
      const stranger = new Browser(url, `127.0.3.${(count % 250) + 1}`);
      for (const [kind, browser] of Object.entries({ known: known[index], unknown: stranger }))
        try {
          const { seconds } = await signIn(browser as Browser, email);
          times[kind as keyof typeof times].push(seconds);
        } catch (error) {
          failures.push(`${kind} browser: ${String(error)}`);
        }
      await stranger.close();
      await pause(SIGN_IN_INTERVAL);
    }
  });

  const port = Number(new URL(url).port);
  let memory = 0;
  const calls: Promise<number>[] = [];
  const since = (start: number) => (performance.now() - start) / 1000;
  let fullSince: number | null = null;
  begun.then(() => {
    fullSince = performance.now();
  });
  let closedAfter: number | null = null;
  const isOver = () => {
    if (fullSince === null) return false;
    if (since(fullSince) > seconds) return true;
    if (attack.kind !== 'unread') return false;
    if (openConnections(attack.network, port) > 0 || since(fullSince) < 1) return false;
    closedAfter ??= Math.round(since(fullSince) * 10) / 10;
    return since(fullSince) > closedAfter + AFTERMATH;
  };
  while (!isOver()) {
    calls.push(call(calls.length % 2 === 0 ? 'greeting' : 'currentUser'));
    await pause(INTERVAL);
    memory = Math.max(memory, Math.round(memoryOf(server.pid)));
  }
  hasEnded = true;
  await signingIn;
  const durations = await Promise.all(calls);
  for (const browser of known) await browser.close();
  const round = (figure: number) => Math.round(figure * 10) / 10;
  return {
    p99Before: Math.round(percentile(before, 0.99)),
    p99: Math.round(percentile(durations, 0.99)),
    longest: Math.round(Math.max(...durations)),
    memory,
    knownBrowser: round(Math.max(...times.known)),
    unknownBrowser: round(Math.max(...times.unknown)),
    signIns: times.known.length + times.unknown.length - 2,
    failures: [...new Set(failures)],
    closedAfter,
    answers,
  };
}
