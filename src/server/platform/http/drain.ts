import type { FastifyInstance } from 'fastify';

/** Answers each request that is still in hand when the server closes as the last of its line. */
export function closeLinesWhenDraining(app: FastifyInstance): void {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
}

/**
 * Closes the server: takes no new line, answers what is in hand, and cuts what still hangs once
 * `overdue` is aborted.
 */
export async function drain(app: FastifyInstance, overdue: AbortSignal): Promise<void> {
  const cut = () => app.server.closeAllConnections();
  overdue.addEventListener('abort', cut, { once: true });
  try {
    await app.close();
  } finally {
    overdue.removeEventListener('abort', cut);
  }
}
