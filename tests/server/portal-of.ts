import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Closable = { close(): Promise<void> };

/** Opens one portal for all tests of a file. */
export function portalOfFile<P extends Closable>(start: () => Promise<P>): P {
  const portal = {} as P;
  beforeAll(async () => {
    Object.assign(portal, await start());
  });
  afterAll(() => portal.close());
  return portal;
}

/** Opens a portal anew for each test. */
export function portalOfTest<P extends Closable>(start: () => Promise<P>): P {
  const portal = {} as P;
  beforeEach(async () => {
    Object.assign(portal, await start());
  });
  afterEach(() => portal.close());
  return portal;
}
