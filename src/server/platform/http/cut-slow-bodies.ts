import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/store/services.ts';
import { hasBody } from './drop-rest.ts';

/** Bytes a second that a body has to arrive with: less is no line that people use. */
const SLOWEST = 4 * 1024;

/**
 * Cuts the line to senders whose body trickles. The largest upload over a slow line takes longer
 * than any sensible limit of the whole request, so it is the pace that counts.
 */
export function cutSlowBodies(app: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  const window = config.SLOW_BODY_SECONDS * 1000;
  const arriving = new Map<IncomingMessage, { bytes: number; at: number }>();

  app.addHook('onRequest', async ({ raw }) => {
    // What the process asks of itself comes over no line.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return;
    arriving.set(raw, { bytes: raw.socket.bytesRead, at: performance.now() });
    raw.once('close', () => arriving.delete(raw));
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [raw, since] of arriving) {
      const { bytesRead } = raw.socket;
      const passed = now - since.at;
      if (raw.complete) arriving.delete(raw);
      else if (passed < window) continue;
      // Who is not read from cannot be faster.
      else if (raw.socket.isPaused() || bytesRead - since.bytes >= (SLOWEST * passed) / 1000)
        arriving.set(raw, { bytes: bytesRead, at: now });
      else raw.socket.destroy();
    }
  }, window / 2);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
