import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import type { Portal } from './fixture.ts';

type Closable = { close(): Promise<void> };

/** Starts one portal for all tests of a file. */
export function portalOfFile<P extends Closable>(start: () => Promise<P>): P {
  const portal = {} as P;
  beforeAll(async () => {
    Object.assign(portal, await start());
  });
  afterAll(() => portal.close());
  return portal;
}

/** Starts a portal for each test. */
export function portalOfTest<P extends Closable>(start: () => Promise<P>): P {
  const portal = {} as P;
  beforeEach(async () => {
    Object.assign(portal, await start());
  });
  afterEach(() => portal.close());
  return portal;
}

/** Verifies the chain after each test of a file. */
export function chainHoldsAfterEach(portal: Pick<Portal, 'services'>): void {
  afterEach(async () => {
    expect((await verifyChains(portal.services)).broken).toEqual([]);
  });
}
