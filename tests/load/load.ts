import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import path from 'node:path';
import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { changeStaff } from '#server/accounts/staff/staff-accounts.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { authenticator } from '#tests/browser/authenticator.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { listenForCodes, startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { addLink, addSeries, addVehicle } from '../server/vehicles/fill-store.ts';
import { startServer } from '../server-process.ts';
import { type Caller, Calls } from './call.ts';
import { compare } from './compare.ts';
import { kinds, type Traveller } from './journeys.ts';
import { report } from './report.ts';
import type { Mailed, TravelFigures, TravelOrder } from './traveller.ts';
import { watch } from './watch.ts';

const help = `Load test: simulated owners, third parties, public-sector bodies and a reviewer use one portal process.

  npm run load
  DATABASE_URL=postgres://user:password@host/database npm run load

  --at-once N     concurrent journeys (default: 200)
  --journeys N    total number of journeys (default: 1000)
  --folder DIR    portal to test: \`release\` for the build that operators install (default: the sources)

In each journey, a user signs in with the mailed code, uploads proof and files an application; a
reviewer passes it; the user requests data; the reviewer approves; a report of 400 rows is generated.
First compares sign-in, list and upload with minimal handlers that execute the same SQL. Prints the
figures, with exit status 1 if one misses its goal.
`;

const VEHICLES = 20;
const ROWS = 400;
const REVIEWER = 'reviewer@example.eu';
const METRICS_TOKEN = 'a token for the figures of a load: no secret';

/** Client processes. */
const PROCESSES = 4;

printHelpIfAsked(help);
const { values } = parsedOrExit({
  options: {
    'at-once': { type: 'string', default: '200' },
    journeys: { type: 'string', default: '1000' },
    folder: { type: 'string', default: '.' },
  },
});
const [atOnce, journeys] = [Number(values['at-once']), Number(values.journeys)];
process.exitCode = (await run(atOnce, journeys, values.folder)) ? 0 : 1;

/** Returns whether all goals were met. */
async function run(atOnce: number, journeys: number, folder: string): Promise<boolean> {
  const location = await freshLocation();
  const peer = await startSmtpPeer();
  const env = {
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    SMTP_URL: peer.url,
    SECRET: 'a secret for the time of a load: no secret',
    AUDIT_KEY: 'key of the chain for the time of a load: no secret',
    METRICS_TOKEN,
    TRUSTED_PROXIES: 'loopback',
    // A release contains no demonstration.
    ...(folder !== '.' && { ...production, SMTP_URL: peer.url }),
  };
  const server = await startServer(env, folder);
  const listeners: ((mailed: Mailed) => void)[] = [];
  listenForCodes(peer, (mailed) => {
    for (const listener of listeners) listener(mailed);
  });
  const codeTo = (wanted: string) =>
    new Promise<string>((resolve) => {
      listeners.push(({ email, code }) => {
        if (email === wanted) resolve(code);
      });
    });
  try {
    const people = await settled(env, journeys);
    const reviewerToken = await reviewerAt(server.url, codeTo);
    const compared = await compare({ url: server.url, env, codeTo });
    const watching = watch(server, METRICS_TOKEN);
    const began = performance.now();
    const figures = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) => {
        const traveller = fork(path.join(import.meta.dirname, 'traveller.ts'));
        // Stops waiting for further mails.
        listeners.push((mailed) => traveller.connected && traveller.send(mailed, () => {}));
        const own = people.filter((_, each) => each % PROCESSES === index);
        const order = { url: server.url, reviewerToken, people: own };
        traveller.send({ ...order, atOnce: Math.ceil(atOnce / PROCESSES) } satisfies TravelOrder);
        return new Promise<TravelFigures>((resolve, reject) => {
          traveller.once('message', resolve);
          traveller.once('exit', (code) =>
            reject(new Error(`A client process exited with ${code}`)),
          );
        });
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const watched = await watching.end();
    const store = openStore(location);
    const left = await jobsLeft(store);
    await store.close();
    console.log(`load average: ${loadavg().map((one) => one.toFixed(1))}`);
    return report({ figures, seconds, watched, left, compared });
  } finally {
    await server.end('SIGKILL');
    await peer.close();
    await location.remove();
  }
}

/** Pending background work, by kind. */
async function jobsLeft({ db }: Store): Promise<Record<string, number>> {
  const counted = await db
    .selectFrom('job')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
  return Object.fromEntries(counted.map(({ kind, count }) => [kind, Number(count)]));
}

/** Vehicles with measurements, and all requesters, linked to one each. */
async function settled(env: NodeJS.ProcessEnv, journeys: number) {
  const config = readConfig(env);
  const store = openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    auditKey: config.AUDIT_KEY,
  });
  const services = { store, config, now: Date.now };
  await checkInstallation(store, config);
  const start = Date.parse('2026-10-15T08:00:00Z');
  for (let index = 0; index < VEHICLES; index++) {
    const id = `car-${index}`;
    await addVehicle(store, { id, vin: `VF1AAAAAAAA0000${String(index).padStart(2, '0')}` });
    const rows = Array.from({ length: ROWS }, (_, row): [number, Record<string, number>] => [
      start + row * 1000,
      { 'Vehicle.Speed': row % 130 },
    ]);
    await addSeries(services, id, rows);
  }
  const people = Array.from(
    { length: journeys },
    (_, index): Person => ({
      kind: kinds[index % kinds.length] as Person['kind'],
      email: `traveller-${index}@example.eu`,
      network: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      vehicleId: `car-${index % VEHICLES}`,
    }),
  );
  for (const { email, vehicleId } of people) await addLink(store, vehicleId, { email });
  await changeStaff(services, COMMAND_LINE, { email: REVIEWER, roles: ['reviewer'] });
  await store.close();
  return people;
}
type Person = Traveller & { kind: (typeof kinds)[number] };

async function reviewerAt(url: string, codeTo: (email: string) => Promise<string>) {
  const calls = new Calls(url);
  const caller: Caller = { network: '192.0.2.1' };
  const email = REVIEWER;
  const arrived = codeTo(email);
  await calls.call(caller, 'sendCaptcha', { email, privacyAccepted: true });
  const given = { email, code: await arrived };
  const { token } = await calls.call<{ token: string }>(caller, 'login', given);
  caller.token = token;
  const { secret } = await calls.call<{ secret: string }>(caller, 'secondFactorBegin', {});
  const code = authenticator(secret.toUpperCase())(Date.now());
  await calls.call(caller, 'secondFactorConfirm', { code });
  return token;
}
