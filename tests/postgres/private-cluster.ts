import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** A separate PostgreSQL, which can be restarted or frozen without affecting other tests. */
export interface Cluster {
  url: string;
  port: number;
  /** Closes every connection and restarts. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Freezes its processes: connections stay open without responses. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Kills its processes, as a power cut does. */
  kill(): Promise<void>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

const initdb = (data: string): [string, ...string[]] => [
  'initdb',
  ...['--pgdata', data, '--username', 'portal', '--auth', 'trust', '--no-sync'],
];

/** Starts an empty cluster. */
export const startCluster = () => startIn(tmpdir(), initdb);

/**
 * Starts an empty cluster without durability, in memory if there are 2 GB, with a database whose
 * owner may create databases and is no superuser. For suites with a database per test.
 */
export async function startSuiteCluster(): Promise<Cluster> {
  const memory = await statfs('/dev/shm').catch(() => null);
  const hasRoom = memory && memory.bavail * memory.bsize > 2e9;
  const cluster = await startIn(
    hasRoom ? '/dev/shm' : tmpdir(),
    initdb,
    [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'wal_level=minimal',
      'max_wal_senders=0',
      'autovacuum=off',
      'jit=off',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  );
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('create role suite login createdb');
  await admin.query('create database suite owner suite');
  await admin.end();
  return { ...cluster, url: `postgres://suite@127.0.0.1:${cluster.port}/suite` };
}

/** Starts a streaming replica. */
export const startStandby = ({ url }: Cluster) =>
  startIn(tmpdir(), (data) => [
    'pg_basebackup',
    ...['--pgdata', data, '--dbname', url, '--write-recovery-conf', '--checkpoint=fast'],
    '--no-sync',
  ]);

/** Starts a cluster in a separate folder; as user `postgres`, since it rejects root. */
async function startIn(
  parent: string,
  made: (data: string) => [string, ...string[]],
  settings = '',
): Promise<Cluster> {
  const folder = await mkdtemp(join(parent, 'cluster-'));
  const newest = (await readdir(VERSIONS)).map(Number).sort((a, b) => b - a)[0];
  const program = (name: string) => join(VERSIONS, String(newest), 'bin', name);
  const owner = await ownerOfCluster();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const control = (...args: string[]) =>
    run(program('pg_ctl'), ['--pgdata', data, '--silent', '--wait', ...args], {
      ...owner,
      cwd: folder,
    });
  const log = ['--log', join(folder, 'log')];
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${settings}`;
  const signalAll = async (signal: NodeJS.Signals) => {
    const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [pid, ...children.trim().split(' ')]) {
      // The process of a connection may have ended meanwhile.
      try {
        process.kill(Number(each), signal);
      } catch {}
    }
  };
  const [maker, ...args] = made(data);
  await run(program(maker), args, { ...owner, cwd: folder });
  const start = () => control('start', ...log, '--options', options).then(() => {});
  const stop = () => control('stop', '--mode', 'fast').then(() => {});
  let isKilled = false;
  await start();
  return {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop,
    restart: () => control('restart', '--mode', 'fast', ...log).then(() => {}),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill() {
      isKilled = true;
      return signalAll('SIGKILL');
    },
    promote: () => control('promote').then(() => {}),
    async remove() {
      if (!isKilled) await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** User `postgres` when run as root, otherwise the current user. */
export async function ownerOfCluster(): Promise<{ uid: number; gid: number } | null> {
  if (userInfo().uid !== 0) return null;
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((each) => /^postgres:/.test(each));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
