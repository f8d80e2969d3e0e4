import { connect } from 'node:net';
import { endpoints } from '#contract/endpoints.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startServer } from '#tests/server-process.ts';

const head = `POST ${endpoints.sendCaptcha.path} HTTP/1.1\r\nHost: localhost\r\n`;

/** Beginnings of requests that never end. */
const beginnings = {
  heads: `${head}X-Slow: `,
  bodies: `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email":"`,
};

/** How often a byte is sent, in ms. */
const DRIP = 500;

/**
 * Sends `count` heads and as many bodies byte by byte, with the product's own times; answers after
 * how many seconds the last of each was cut.
 */
export async function trickle(count: number): Promise<Record<keyof typeof beginnings, number>> {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const server = await startServer({ DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) });
  const port = Number(new URL(server.url).port);
  const began = performance.now();
  const lastCut = async (beginning: string) => {
    await Promise.all(Array.from({ length: count }, () => dripUntilCut(port, beginning)));
    return Math.round((performance.now() - began) / 100) / 10;
  };
  try {
    const [heads, bodies] = await Promise.all([
      lastCut(beginnings.heads),
      lastCut(beginnings.bodies),
    ]);
    return { heads, bodies };
  } finally {
    await server.end('SIGTERM');
    await location.remove();
  }
}

async function dripUntilCut(port: number, beginning: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(beginning);
  const drip = setInterval(() => socket.write('a'), DRIP);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
}
