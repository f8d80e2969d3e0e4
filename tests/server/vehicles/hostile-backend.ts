import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a vehicle back end and returns its address; `answer` gets the path below it. */
export async function serveFleet(
  answer: (path: string, reply: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, reply) => {
    answer((request.url ?? '').replace('/fleet/', ''), reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet`;
}

export const ndjson = (...items: unknown[]) =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** Writes chunks until the other side closes the connection; returns the number of bytes. */
export async function flood(reply: ServerResponse, chunk: Buffer, bytes: number): Promise<number> {
  let sent = 0;
  const gone = once(reply, 'close');
  while (sent < bytes && !reply.destroyed) {
    sent += chunk.length;
    if (!reply.write(chunk)) await Promise.race([once(reply, 'drain'), gone]);
  }
  return sent;
}
