import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { clamd } from '#server/platform/storage/scanner.ts';

/** EICAR test file, in two parts so that scanners ignore this source. */
export const EICAR = Buffer.from(
  [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`, '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** MD5, size and name of the EICAR test file. */
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Portal.Test.Eicar\n';

interface TestScanner {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts clamd with one signature. */
export async function startClamd(): Promise<TestScanner> {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  const socket = join(folder, 'socket');
  const url = `unix:${socket}`;
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db', 'portal.hdb'), SIGNATURE);
  await writeFile(
    join(folder, 'clamd.conf'),
    `Foreground yes\nLocalSocket ${socket}\nDatabaseDirectory ${folder}/db\nTemporaryDirectory ${folder}\n`,
  );
  let child: ChildProcess | null = null;

  async function start() {
    if (child && child.exitCode === null && child.signalCode === null) return;
    child = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    await vi.waitFor(() => clamd(url)(Readable.from([Buffer.from('-')])), { timeout: 60_000 });
  }

  async function stop() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  }

  return {
    url,
    start,
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
