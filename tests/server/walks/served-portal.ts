import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Portal } from '../fixture.ts';

interface Served<P> {
  portal: P;
  url: string;
}

/**
 * Starts a portal for the walks of a test file and serves it over HTTP. Sessions do not expire,
 * because walks last longer than a session. The walks are recorded when the file ends.
 */
export function servedPortal<P extends Portal>(
  walks: { write(): void },
  start: () => Promise<P>,
): Served<P> {
  const served: Partial<Served<P>> = {};
  beforeAll(async () => {
    const portal = await start();
    await portal.services.store.db.updateTable('session').set({ expires_at: 8e15 }).execute();
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = portal.app.server.address() as AddressInfo;
    Object.assign(served, { portal, url: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    walks.write();
    await served.portal?.close();
  });
  return served as Served<P>;
}
