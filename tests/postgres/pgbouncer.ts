import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, ownerOfCluster } from './private-cluster.ts';

/** Start-up parameters of clients, which a pooled connection cannot have. */
const IGNORED = [
  'extra_float_digits',
  'options',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

/** A pgbouncer in transaction mode. */
export interface Pgbouncer {
  /** Address of the server through it. */
  url: string;
  stop(): Promise<void>;
}

/** Starts Debian's pgbouncer; as user `postgres` when run as root, which it rejects. */
export async function startPgbouncer(server: string): Promise<Pgbouncer> {
  const url = new URL(server);
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users');
  const settings = join(folder, 'pgbouncer.ini');
  const password = decodeURIComponent(url.password);
  await writeFile(users, `"${url.username}" "${password}"\n`, { mode: 0o600 });
  await writeFile(
    settings,
    `[databases]
* = host=${url.hostname} port=${url.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
; Suites make many databases, and a server takes few connections.
server_idle_timeout = 1
ignore_startup_parameters = ${IGNORED.join(',')}
`,
  );
  const owner = await ownerOfCluster();
  if (owner) for (const path of [folder, users, settings]) await chown(path, owner.uid, owner.gid);
  const child = spawn('/usr/sbin/pgbouncer', [settings], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}`)));
    createInterface(child.stderr).on('line', (line) => {
      if (/process up/.test(line)) resolve();
    });
  });
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
