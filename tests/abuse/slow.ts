import { connect } from 'node:net';
import { endpoints } from '#contract/endpoints.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startServer } from '#tests/server-process.ts';

/** Request headers that never end. */
const BEGINNING = `POST ${endpoints.sendCaptcha.path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;

/** Interval between two bytes, in ms. */
const INTERVAL = 500;

/** Sends the headers of `count` requests byte by byte; returns the seconds until all are closed. */
export async function trickle(count: number): Promise<number> {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const server = await startServer({ DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) });
  const port = Number(new URL(server.url).port);
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: count }, () => trickleUntilClosed(port)));
    return Math.round((performance.now() - began) / 100) / 10;
  } finally {
    await server.end('SIGTERM');
    await location.remove();
  }
}

async function trickleUntilClosed(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(BEGINNING);
  const timer = setInterval(() => socket.write('a'), INTERVAL);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
}
