import { afterEach, expect } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import type { Portal } from './fixture.ts';

/** After each test of a file, what the portal wrote is what it sealed. */
export function chainHoldsAfterEach(portal: Pick<Portal, 'services'>): void {
  afterEach(async () => {
    expect((await verifyChains(portal.services)).broken).toEqual([]);
  });
}
