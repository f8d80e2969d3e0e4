import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { vi } from 'vitest';
import { clamd } from '#server/platform/storage/scanner.ts';
import { isInstalled } from '#tests/needs.ts';

/** The EICAR test file, in two parts, so that scanners do not detect it in this source. */
export const EICAR = Buffer.from(
  [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`, '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Signature of our own: MD5, size and name of the EICAR test file. */
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Portal.Test.Eicar\n';

/** Malware scanner for tests, with one signature. */
interface TestScanner {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts clamd where it is installed, as in CI, otherwise a double that speaks its protocol.
 */
export async function startClamd(): Promise<TestScanner> {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  const socket = join(folder, 'socket');
  if (process.env.CI || isInstalled('clamd')) return startRealClamd(folder, socket);
  return startDouble(folder, socket);
}

async function startRealClamd(folder: string, socket: string): Promise<TestScanner> {
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
    const failed = once(child, 'error').then(([error]) => {
      throw new Error('clamd is missing (Debian: apt install clamav-daemon)', { cause: error });
    });
    const ready = vi.waitFor(() => clamd(url)(Readable.from([Buffer.from('-')])), {
      timeout: 60_000,
    });
    await Promise.race([failed, ready]);
    failed.catch(() => {});
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

/** Answers INSTREAM as in clamd(8). Finds the EICAR test file, alone or in a zip file. */
async function startDouble(folder: string, socket: string): Promise<TestScanner> {
  let server: Server | null = null;
  const stop = async () => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = null;
    await closed;
  };
  return {
    url: `unix:${socket}`,
    async start() {
      if (server) return;
      server = createServer({ allowHalfOpen: true }, (connection) => {
        answerInstream(connection).catch((error) => connection.destroy(error));
        connection.on('error', () => {});
      });
      await once(server.listen(socket), 'listening');
    },
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const INSTREAM = 'zINSTREAM\0';

async function answerInstream(connection: Socket): Promise<void> {
  let received = Buffer.alloc(0);
  for await (const bytes of connection.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, bytes]);
    const content = streamedContent(received);
    if (!content) continue;
    const verdict = (await isInfected(content)) ? 'Portal.Test.Eicar.UNOFFICIAL FOUND' : 'OK';
    connection.end(`stream: ${verdict}\0`);
    return;
  }
}

/** Content of the chunks, each after its length in four bytes; null before the empty chunk. */
function streamedContent(received: Buffer): Buffer | null {
  if (received.subarray(0, INSTREAM.length).toString() !== INSTREAM) return null;
  const chunks: Buffer[] = [];
  for (let at = INSTREAM.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

async function isInfected(content: Buffer): Promise<boolean> {
  if (content.includes(EICAR)) return true;
  if (content.subarray(0, 2).toString() !== 'PK') return false;
  const entries = await new ZipReader(new Uint8ArrayReader(content)).getEntries();
  const parts = entries.map((entry) =>
    entry.directory ? new Uint8Array() : entry.getData(new Uint8ArrayWriter()),
  );
  return (await Promise.all(parts)).some((part) => Buffer.from(part).includes(EICAR));
}
