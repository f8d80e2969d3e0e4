import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { percentile } from '../bench/measure.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { type Caller, Calls } from './call.ts';
import type { UploadOrder, UploadTimes } from './uploads.ts';

const ROUNDS = 40;
const LARGE = 20_000_000;
const UPLOADS = 15;
const UPLOADS_BEFORE = 3;

interface Given {
  token: string;
  code?: string;
}

interface Measured {
  url: string;
  /** Environment of the portal, for the bare handlers. */
  env: Record<string, string>;
  codeTo(email: string): Promise<string>;
}

/** Median ms of the portal, of the minimal implementation, and their ratio. */
export type Compared = Record<'portal' | 'bare' | 'times', number>;

/**
 * Times sign-in and list against bare handlers with the same statements, and an upload against a
 * synchronous write of the same bytes to the same disk; one call at a time, alternating.
 */
export async function compare({ url, env, codeTo }: Measured): Promise<Record<string, Compared>> {
  const own = await freshLocation();
  const { dataDir: OWN_DATA_DIR, databaseUrl: OWN_DATABASE_URL = '' } = own;
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), {
    env: { ...process.env, ...env, OWN_DATA_DIR, OWN_DATABASE_URL },
  });
  const [bareUrl] = (await once(child, 'message')) as [string];
  const times: Record<string, [number[], number[]]> = {
    login: [[], []],
    list: [[], []],
  };
  const calls = new Calls(url);
  const timed = async (name: string, which: 0 | 1, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    times[name]?.[which].push(performance.now() - began);
  };
  const post = async (route: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(bareUrl + route, init);
    if (!response.ok)
      throw new Error(`The minimal handler ${route} returned ${await response.text()}`);
    return (await response.json()) as Given;
  };
  try {
    const person: Caller = { network: '' };
    const page = { page: 1, pageSize: 20 };
    for (let round = 0; round < ROUNDS; round++) {
      const email = `compared-${round}@example.eu`;
      person.network = `10.255.0.${round}`;
      delete person.token;
      const arrived = codeTo(email);
      await calls.call(person, 'sendCaptcha', { email, privacyAccepted: true });
      const given = { email, code: await arrived };
      await timed('login', 0, async () => {
        person.token = (await calls.call<Given>(person, 'login', given)).token;
      });
      const { code = '' } = await post('/code', { email });
      await timed('login', 1, () => post('/login', { email, code }));
      for (const _ of Array(2)) {
        await timed('list', 0, () => calls.call(person, 'history', page));
        await timed('list', 1, () => post('/list', { token: person.token }));
      }
    }
    const { network, token = '' } = person;
    const folder = env.DATA_DIR ?? '';
    const order = { url, token, network, folder, size: LARGE };
    const uploads = await timesOf({ ...order, rounds: UPLOADS, before: UPLOADS_BEFORE });
    times.upload = [uploads.portal, uploads.bare];
  } finally {
    child.disconnect();
    await once(child, 'exit');
    await own.remove();
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, each]) => {
      const [portal, bare] = each.map((times) => percentile(times)) as [number, number];
      return [name, { portal, bare, times: portal / bare }];
    }),
  );
}

/** Another process sends the uploads, so that the cost of sending is not measured. */
async function timesOf(order: UploadOrder): Promise<UploadTimes> {
  const child = fork(path.join(import.meta.dirname, 'uploads.ts'));
  const answered = once(child, 'message');
  child.send(order);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The upload process exited with ${code}`);
  });
  const [times] = (await Promise.race([answered, ended])) as [UploadTimes];
  ended.catch(() => {});
  return times;
}
