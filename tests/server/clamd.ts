import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { clamd } from '#server/platform/storage/scanner.ts';

/** The EICAR test file: harmless, and every scanner knows it. In two parts, so that none finds it here. */
export const EICAR = Buffer.from(
  [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`, '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Signature of our own: MD5, size and name of the EICAR test file. */
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Portal.Test.Eicar\n';

/** A real clamd (Debian: apt install clamav-daemon) with one signature, on a socket of its own. */
export async function startClamd() {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  const socket = join(folder, 'socket');
  const url = `unix:${socket}`;
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db', 'portal.hdb'), SIGNATURE);
  await writeFile(
    join(folder, 'clamd.conf'),
    `Foreground yes\nLocalSocket ${socket}\nDatabaseDirectory ${folder}/db\nTemporaryDirectory ${folder}\n`,
  );
  let process: ChildProcess | null = null;

  async function start() {
    if (process && process.exitCode === null && process.signalCode === null) return;
    process = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    const failed = once(process, 'error').then(([error]) => {
      throw new Error('clamd is missing (Debian: apt install clamav-daemon)', { cause: error });
    });
    const ready = vi.waitFor(() => clamd(url)(Readable.from([Buffer.from('-')])), {
      timeout: 60_000,
    });
    await Promise.race([failed, ready]);
    failed.catch(() => {});
  }

  async function stop() {
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exited = once(process, 'exit');
    process.kill();
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
