import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { endpoints } from '#contract/endpoints.ts';
import { pagesFolder } from '#server/site/ensure-build.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';
import { productLimits } from './measures.ts';

/** Sampling interval of other users' calls and of the process, in ms. */
const INTERVAL = 100;

/** Margin of open files for other users' calls. */
const OTHERS = 10;

interface Attack {
  connections: number;
  /** Requests per connection, sent at once. */
  requests: number;
  path: string;
}

export interface UnreadFigures {
  /** Bytes sent by the attack. */
  sent: number;
  /** Resident memory of the process, before and maximum, in MB. */
  memory: { before: number; most: number };
  openFiles: { before: number; most: number };
  /** Longest call of another user, in ms. */
  slowestCall: number;
  callsOfOthers: number;
  /** Seconds until the last connection was closed; null if one remained open. */
  closedAfter: number | null;
}

/**
 * Sends requests without reading the responses, and measures the process and other users' calls for
 * `seconds`, or until all connections are closed.
 */
export async function leaveUnread(seconds: number): Promise<Record<string, UnreadFigures>> {
  const asset = `/assets/${largestAsset()}`;
  const attacks: Record<string, Attack> = {
    'pipelined assets': { connections: 12, requests: 500, path: asset },
    'pipelined documents': { connections: 12, requests: 100, path: '/server/openapi.json' },
    'a document a connection': { connections: 1200, requests: 1, path: '/server/openapi.json' },
    'an asset a connection': { connections: 1200, requests: 1, path: asset },
    'sixteen assets a connection': { connections: 200, requests: 16, path: asset },
  };
  const figures: Record<string, UnreadFigures> = {};
  for (const [name, attack] of Object.entries(attacks)) {
    const location = await freshLocation();
    const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
    const server = await startServer({
      ...productLimits,
      DATA_DIR,
      TRUSTED_PROXIES: 'loopback',
      ...(DATABASE_URL && { DATABASE_URL }),
    });
    try {
      figures[name] = await measure(server, attack, seconds);
    } finally {
      await server.end('SIGKILL');
      await location.remove();
    }
  }
  return figures;
}

async function measure(server: ServerProcess, attack: Attack, seconds: number) {
  const call = async () => {
    const began = performance.now();
    const answer = await fetch(server.url + endpoints.greeting.path, {
      headers: { 'x-forwarded-for': '192.0.2.2' },
    });
    await answer.text();
    if (!answer.ok) throw new Error(`Another user got status ${answer.status}`);
    return performance.now() - began;
  };
  for (let count = 0; count < 20; count++) await call();
  const before = { memory: residentMemory(server), openFiles: openFiles(server) };
  const most = { ...before };
  const port = Number(new URL(server.url).port);
  const request = `GET ${attack.path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
  const began = performance.now();
  const sockets = Array.from({ length: attack.connections }, () =>
    sendUnread(port, request.repeat(attack.requests)),
  );
  const calls: Promise<number>[] = [];
  let closedAfter: number | null = null;
  while (performance.now() - began < seconds * 1000) {
    calls.push(call());
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    most.memory = Math.max(most.memory, residentMemory(server));
    most.openFiles = Math.max(most.openFiles, openFiles(server));
    // A client that does not read is not notified of a closed connection.
    if (openFiles(server) > before.openFiles + OTHERS) continue;
    closedAfter ??= Math.round((performance.now() - began) / 100) / 10;
    // The work of closed connections may still delay other users.
    if (performance.now() - began > closedAfter * 1000 + 5000) break;
  }
  const times = await Promise.all(calls);
  for (const socket of sockets) socket.destroy();
  return {
    sent: request.length * attack.requests * attack.connections,
    memory: { before: before.memory, most: most.memory },
    openFiles: { before: before.openFiles, most: most.openFiles },
    slowestCall: Math.round(Math.max(...times)),
    callsOfOthers: times.length,
    closedAfter,
  };
}

function sendUnread(port: number, requests: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write(requests);
  return socket;
}

function largestAsset(): string {
  const folder = path.join(pagesFolder, 'assets');
  const files = readdirSync(folder).map((name) => ({
    name,
    size: statSync(path.join(folder, name)).size,
  }));
  return files.toSorted((a, b) => b.size - a.size)[0]?.name ?? '';
}

function residentMemory({ pid }: ServerProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const openFiles = ({ pid }: ServerProcess) => readdirSync(`/proc/${pid}/fd`).length;
