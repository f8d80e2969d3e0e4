import { beforeAll, type beforeEach } from 'vitest';
import type { StaffRole } from '#contract/staff-roles.ts';
import { signInAs } from './accounts/staff/staff.ts';
import type { Portal } from './fixture.ts';
import type { SeededPortal } from './seeded-portal.ts';

type Seeded = keyof SeededPortal['tokens'];
const seeded: Seeded[] = ['owner', 'stranger', 'reviewer', 'owningReviewer'];

/**
 * The people of a portal as callers, and staff with these names and roles, who sign in before
 * all tests of a file, or before each.
 */
export function callersOf<Name extends string = never>(
  portal: Portal & { tokens?: SeededPortal['tokens'] },
  staff = {} as Record<Name, readonly StaffRole[]>,
  before: typeof beforeAll | typeof beforeEach = beforeAll,
) {
  const tokens = {} as Record<Name, string>;
  before(async () => {
    for (const [name, roles] of Object.entries(staff) as [Name, StaffRole[]][])
      tokens[name] = await signInAs(portal, `${name}@example.eu`, roles);
  });
  const callerOf = (name: string) => ({
    get token() {
      return { ...portal.tokens, ...tokens }[name as Seeded];
    },
  });
  const names = [...seeded, ...Object.keys(staff)];
  return Object.fromEntries(names.map((name) => [name, callerOf(name)])) as Record<
    Seeded | Name,
    { readonly token: string }
  >;
}
