import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { codes } from '#contract/codes.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import { Browser, type ErrorFacts } from './browser.ts';

export type Attack =
  | {
      kind: 'unread';
      network: string;
      connections: number;
      /** Requests per connection, sent at once. */
      requests: number;
      path: string;
    }
  | { kind: 'lockOut'; networks: string[]; emails: string[] }
  | { kind: 'flood'; networks: string[]; connections: number };

export interface AttackOrder {
  url: string;
  attack: Attack;
}

/** The first report says that measurements can start, later ones count the answers by status. */
export type AttackReport = { begun: true } | { answers: Record<string, number> };

const REPORT_INTERVAL = 500;
const answers: Record<string, number> = {};
const report = (sent: AttackReport) => process.send?.(sent, () => {});

/** Makes a call and counts its response; returns null if the connection breaks. */
async function call(browser: Browser, name: 'sendCaptcha' | 'login', input: object) {
  const answer = await browser.call(name, input).catch(() => null);
  const what = answer?.code ?? 'broken';
  answers[what] = (answers[what] ?? 0) + 1;
  return answer;
}

/** Sends requests and reads no response. */
function leaveUnread(url: string, attack: Attack & { kind: 'unread' }): void {
  const { hostname: host, port, protocol } = new URL(url);
  const options = { host, port: Number(port), localAddress: attack.network };
  const request = `GET ${attack.path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(attack.requests);
  for (let count = 0; count < attack.connections; count++) {
    const send = () => socket.pause().write(request);
    const socket =
      protocol === 'https:'
        ? connectSecurely({ ...options, rejectUnauthorized: false }, send)
        : connect(options, send);
    socket.on('error', () => {});
  }
  report({ begun: true });
}

/** Uses up the codes and the code attempts of addresses, and continues. */
async function lockOut(url: string, { networks, emails }: Attack & { kind: 'lockOut' }) {
  const targets = networks.flatMap((network) => emails.map((email) => ({ network, email })));
  let locked = 0;
  await Promise.all(
    targets.map(async ({ network, email }) => {
      const browser = new Browser(url, network);
      // Rate limits for all requests delay the attack but do not end it.
      const insist: typeof call = async (...given) => {
        for (;;) {
          const answer = await call(...given);
          const { rateLimit } = (answer?.data ?? {}) as ErrorFacts;
          const isForAll = !rateLimit || rateLimit === 'requestsOfNetwork';
          if (answer && !(answer.code === codes.tooMany && isForAll)) return answer;
        }
      };
      for (let round = 0; ; round++) {
        const visits: string[] = [];
        for (;;) {
          const visit = browser.visitAgain();
          const asked = await insist(browser, 'sendCaptcha', { email, privacyAccepted: true });
          if (asked?.code === codes.unavailable) continue;
          if (asked?.code !== codes.ok) break;
          visits.push(visit);
        }
        for (const visit of visits) {
          browser.visitAgain(visit);
          for (let count = 0; count < MAX_WRONG_TRIES; count++)
            await insist(browser, 'login', { email, code: '000000' });
        }
        if (round === 0 && ++locked === targets.length) report({ begun: true });
      }
    }),
  );
}

/** Requests codes for invented addresses. */
async function flood(url: string, { networks, connections }: Attack & { kind: 'flood' }) {
  report({ begun: true });
  await Promise.all(
    networks.flatMap((network) =>
      Array.from({ length: connections }, async () => {
        const browser = new Browser(url, network);
        for (;;) {
          browser.visitAgain();
          const email = `${randomUUID()}@example.com`;
          await call(browser, 'sendCaptcha', { email, privacyAccepted: true });
        }
      }),
    ),
  );
}

process.once('message', async ({ url, attack }: AttackOrder) => {
  setInterval(() => report({ answers }), REPORT_INTERVAL);
  if (attack.kind === 'unread') leaveUnread(url, attack);
  else if (attack.kind === 'lockOut') await lockOut(url, attack);
  else await flood(url, attack);
});
process.once('disconnect', () => process.exit());
