import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '#server/platform/database/store-error.ts';

export type Verdict = { malware: string | null };

export type Scan = (content: Readable) => Promise<Verdict>;

const IDLE_TIMEOUT = 30_000;

/** Scans with the INSTREAM command of clamd(8), so that clamd needs no file access. */
export function clamd(url: string): Scan {
  return async (content) => {
    const socket = open(url);
    socket.setTimeout(IDLE_TIMEOUT, () =>
      socket.destroy(new Error('The malware scanner does not reply')),
    );
    try {
      const sent = pipeline(framed(content), socket, { end: false });
      const [answer] = await Promise.all([text(socket), sent]);
      return verdictOf(answer);
    } finally {
      socket.destroy();
    }
  };
}

const PING_TIMEOUT = 3000;

export async function pingClamd(url: string): Promise<void> {
  const socket = open(url);
  const silence = new PlainError(`no reply within ${PING_TIMEOUT} ms`);
  socket.setTimeout(PING_TIMEOUT, () => socket.destroy(silence));
  try {
    socket.end('zPING\0');
    const answer = (await text(socket)).replaceAll('\0', '').trim();
    if (answer !== 'PONG') throw new PlainError('something other than clamd replies');
  } finally {
    socket.destroy();
  }
}

async function* framed(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function open(url: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:'
    ? connect({ path: pathname })
    : connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });
}

function verdictOf(answer: string): Verdict {
  const line = answer.replaceAll('\0', '').trim();
  const found = /^stream: (.+) FOUND$/.exec(line);
  if (found?.[1]) return { malware: found[1] };
  if (line === 'stream: OK') return { malware: null };
  throw new Error(`The malware scanner failed: ${line || 'no reply'}`);
}
