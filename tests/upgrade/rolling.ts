import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '#server/platform/database/open-database.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { checkAcknowledged, checkMails, checkStore } from '../kill/check.ts';
import { type Load, loadUntil, shareAgain, work } from '../kill/clients.ts';
import { signedIn, visit } from '../kill/people.ts';
import { outboxEmpty } from '../kill/rounds.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { goOn, keepBack, keepSealed, requireSealed, requireSealedAnew } from './kept-state.ts';
import { startProxy } from './proxy.ts';

/** A release to run: its name, folder and settings. */
export interface Release {
  name: string;
  folder: string;
  settings?: Record<string, string>;
}

interface Rolling {
  previous: Release;
  /** Successive releases. */
  next: Release[];
  /** Releases from which one process is rolled back meanwhile; all by default. */
  goBackFrom?: readonly Release[];
  processes: number;
  clients: number;
  /** Acknowledged writes between two changes. */
  between: number;
}

/** Figures of a rolling change, which throws at the first fault. */
interface RollingFigures {
  acknowledged: number;
  applications: number;
  /** States in which applications waited during the change, and continued afterwards. */
  wentOnFrom: string[];
  /** Sign-ins meanwhile, mostly with a code sent by another process. */
  signIns: number;
  /** Calls without a response; none is allowed. */
  failed: number;
}

/**
 * Keys of an installation in the two steps of `operate.md`, and without the old secret. The old key
 * of the chain stays: it verifies older seals.
 */
export function keysInSteps(folder: string): Pick<Rolling, 'previous' | 'next' | 'goBackFrom'> {
  const [old = '', young = ''] = ['old', 'new'].map(
    (age) => `${age} key for the time of a test: no secret`,
  );
  const keys = (name: string, secrets: string[], auditKeys = secrets): Release => ({
    name: `keys ${name}`,
    folder,
    settings: {
      SECRET: secrets.join(),
      AUDIT_KEY: auditKeys.map((key) => `${key} of the chain`).join(),
    },
  });
  const first = keys('new,old', [young, old]);
  return {
    previous: keys('old', [old]),
    next: [keys('old,new', [old, young]), first, keys('new', [young], [young, old])],
    goBackFrom: [first],
  };
}

/**
 * Replaces each process by one of the next release while clients upload, file, decide and sign in,
 * rolls one back on the migrated database, and replaces it again; likewise with further releases. A
 * proxy in front of them sends nothing to a stopping process. Requires PostgreSQL: `DATABASE_URL`
 * names a server.
 * @throws {Error} when a call fails, a process does not start, or an acknowledged write is lost
 */
export async function rollOver(
  { previous, next, goBackFrom = next, processes, clients, between }: Rolling,
  log: (line: string) => void = () => {},
): Promise<RollingFigures> {
  const location = await freshLocation();
  if (location.databaseUrl === undefined)
    throw new Error('DATABASE_URL must name a PostgreSQL server');
  const peer = await startSmtpPeer();
  const proxy = await startProxy();
  const env = {
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.databaseUrl,
    SMTP_URL: peer.url,
    SECRET: 'a secret that outlives every restart of it',
    AUDIT_KEY: 'key of the chain that outlives every restart: no secret',
  };
  const started: ServerProcess[] = [];
  const start = async ({ folder, settings }: Release) => {
    const server = await startServer({ ...env, ...settings }, folder);
    started.push(server);
    return server;
  };
  const running: ServerProcess[] = [];
  const stopping = new AbortController();
  try {
    for (let index = 0; index < processes; index++) {
      const server = await start(previous);
      running.push(server);
      proxy.take(server.url);
    }
    // Few enough that concurrent uploads stay within an account's limits.
    const people = await signedIn(proxy.url, peer, location, Math.max(2, Math.ceil(clients / 8)));
    const load = loadUntil(stopping.signal, () => proxy.url, people);
    const { ledger } = load;
    const held = await keepBack(load);
    await keepSealed(load);
    let signIns = 0;
    const guests = async () => {
      while (!stopping.signal.aborted) {
        await visit(proxy.url, peer, `guest-${signIns}@example.eu`);
        signIns++;
      }
    };
    const working = Promise.all([guests(), ...Array.from({ length: clients }, () => work(load))]);
    working.catch(() => {});
    const more = async () => {
      const [goal, guest] = [ledger.acknowledged + between, signIns + 2];
      while ((ledger.acknowledged < goal || signIns < guest) && proxy.failed() === 0)
        await Promise.race([pause(50), working]);
    };
    const replace = async (index: number, release: Release) => {
      const ending = running[index] as ServerProcess;
      await proxy.leave(ending.url);
      const code = await ending.end('SIGTERM');
      if (code !== 0) throw new Error(`A process exited with ${code}:\n${ending.output()}`);
      running[index] = await start(release);
      proxy.take(running[index].url);
      await more();
      await requireSealed(load);
      log(`${release.name} as process ${index + 1}: ${ledger.acknowledged} acknowledged`);
    };
    await more();
    for (const [index, release] of next.entries()) {
      if (goBackFrom.includes(release)) {
        await replace(0, release);
        await replace(0, next[index - 1] ?? previous);
      }
      for (let index = 0; index < processes; index++) await replace(index, release);
    }
    stopping.abort();
    await working;
    // Not a copy of the stopped load, whose address throws.
    const after: Load = { url: proxy.url, ledger, random: load.random, ...people };
    const wentOnFrom = await goOn(after, held);
    const failed = proxy.failed();
    if (failed > 0) throw new Error(`${failed} calls got no response`);
    await checkAcknowledged(proxy.url, ledger, people.owners);
    await shareAgain(after);
    const store = openStore(location);
    await outboxEmpty(store);
    await checkStore(store, ledger);
    await requireSealedAnew(store, { ...env, ...next.at(-1)?.settings });
    await checkMails(
      store,
      peer.received.map(({ messageId }) => messageId),
    );
    await store.close();
    return {
      acknowledged: ledger.acknowledged,
      applications: ledger.filings.size,
      wentOnFrom,
      signIns,
      failed,
    };
  } catch (error) {
    for (const server of started) log(server.output());
    throw error;
  } finally {
    stopping.abort();
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    proxy.close();
    await peer.close();
    await location.remove();
  }
}
