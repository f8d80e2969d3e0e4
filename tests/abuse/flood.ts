import { fork } from 'node:child_process';
import path from 'node:path';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startSmtpPeer } from '#tests/server/platform/jobs/smtp-peer.ts';
import { startServer } from '#tests/server-process.ts';
import type { FloodAnswers, FloodOrder } from './flooder.ts';
import { median, productLimits, rounded } from './measures.ts';

/** People who ask for a code one after the other, so that one of them meets the worst of it. */
const PEOPLE = 12;
const PAUSE = 150;
/** Passes the wait for a further code. */
const LATER = 31_000;

export interface FloodFigures {
  /** ms from asking for a code to its arrival, without a flood: the middle one. */
  alone: number;
  /** ms of each of those who signed in with their browser before, within the flood. */
  known: number[];
  /** ms of each who never did, with the waits they were told. */
  newcomers: number[];
  /** Bogus requests by the status they were answered with. */
  answers: FloodAnswers;
}

/**
 * Asks for `count` codes at once, from another process, each for an address of its own; meanwhile
 * people ask who signed in before, and people who never did. All with the limits that the product
 * has by default, and the mail server at its usual number of connections.
 */
export async function flood(count: number, from: FloodOrder['from']): Promise<FloodFigures> {
  const location = await freshLocation();
  const arrivals = new Map<string, (code: string) => void>();
  const peer = await startSmtpPeer();
  peer.holdBack(({ source }) => {
    const recipient = /^To: <?([^>\r\n]+)/im.exec(source)?.[1] ?? '';
    const text = source.slice(source.indexOf('\r\n\r\n'));
    arrivals.get(recipient)?.(/\b\d{6}\b/.exec(text)?.[0] ?? '');
    return null;
  });
  const server = await startServer({
    ...productLimits,
    MODE: 'test',
    DATA_DIR: location.dataDir,
    SMTP_URL: peer.url,
    TRUSTED_PROXIES: 'loopback',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  });
  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    });
  const later = () => post('/server/test/clock', { advance: LATER });

  /** Asks for a code until it is answered 200; resolves when its mail has come. */
  async function code(person: Person): Promise<{ ms: number; code: string }> {
    const began = performance.now();
    const arrived = new Promise<string>((resolve) => arrivals.set(person.email, resolve));
    for (;;) {
      const payload = { email: person.email, privacyAccepted: true };
      const answer = await post(endpoints.sendCaptcha.path, payload, headersOf(person));
      if (answer.status === 200) break;
      const wait = Number(answer.headers.get('retry-after'));
      if (!(wait > 0)) throw new Error(`${answer.status} without a time to wait`);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
    const given = await arrived;
    return { ms: performance.now() - began, code: given };
  }

  async function becomeKnown(person: Person): Promise<void> {
    const payload = { email: person.email, code: (await code(person)).code };
    const answer = await post(endpoints.login.path, payload, headersOf(person));
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(cookieNames.browser));
    if (!cookie) throw new Error(`${person.email} did not become known: ${answer.status}`);
    person.cookie = cookie.split(';', 1)[0] as string;
  }

  const known = people('known', 1);
  const newcomers = people('newcomer', 2);
  try {
    for (const person of known) await becomeKnown(person);
    await later();
    const alone: number[] = [];
    for (const person of people('alone', 3)) alone.push((await code(person)).ms);
    const flooder = fork(path.join(import.meta.dirname, 'flooder.ts'));
    const answered = new Promise<FloodAnswers>((resolve, reject) => {
      flooder.once('message', resolve);
      flooder.once('exit', (code) => reject(new Error(`The flooder ended with ${code}`)));
    });
    flooder.send({ port: Number(new URL(server.url).port), count, from } satisfies FloodOrder);
    const asking: Promise<{ ms: number }>[][] = [[], []];
    for (let index = 0; index < PEOPLE; index++) {
      asking[0]?.push(code(known[index] as Person));
      asking[1]?.push(code(newcomers[index] as Person));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    const [ofKnown = [], ofNewcomers = []] = await Promise.all(
      asking.map(async (each) => (await Promise.all(each)).map(({ ms }) => ms)),
    );
    return {
      alone: Math.round(median(alone)),
      known: rounded(ofKnown),
      newcomers: rounded(ofNewcomers),
      answers: await answered,
    };
  } finally {
    await server.end('SIGKILL');
    await peer.close();
    await location.remove();
  }
}

interface Person {
  email: string;
  network: string;
  cookie?: string;
}

const people = (kind: string, number: number): Person[] =>
  Array.from({ length: PEOPLE }, (_, index) => ({
    email: `${kind}-${index}@example.eu`,
    network: `192.0.${number}.${index + 1}`,
  }));

const headersOf = ({ network, cookie }: Person) => ({
  'x-forwarded-for': network,
  ...(cookie && { cookie }),
});
