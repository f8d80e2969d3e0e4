import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import type { Portal } from '../fixture.ts';
import { callOverHttp, type HttpAnswer } from '../over-http.ts';

/**
 * Starts a portal for the walks of a test file and serves it over HTTP. Sessions do not expire,
 * because walks last longer than a session. The walks are recorded when the file ends.
 */
export function servedPortal<P extends Portal>(walks: { write(): void }, start: () => Promise<P>) {
  const portal = {} as P;
  let url = '';
  beforeAll(async () => {
    Object.assign(portal, await start());
    await portal.services.store.db.updateTable('session').set({ expires_at: 8e15 }).execute();
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    walks.write();
    await portal.close();
  });
  const call = (name: EndpointName, input: object, token?: string, cookie?: string) =>
    callOverHttp(url, name, input, token, cookie);
  return { portal, call };
}

/** Expects the data of a rejection to match the number of wrong codes and the lock. */
export function expectLockFacts(
  { code, data }: HttpAnswer,
  { lockedUntil, wrongTries }: { lockedUntil: number | null; wrongTries: number },
) {
  if (code === codes.locked) expect(data).toMatchObject({ lockedUntil });
  if (code === codes.wrongCode)
    expect(data).toMatchObject({ triesLeft: MAX_WRONG_TRIES - wrongTries });
}
