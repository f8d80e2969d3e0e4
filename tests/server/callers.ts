import { beforeAll, type beforeEach } from 'vitest';
import type { StaffRole } from '#contract/staff-roles.ts';
import { signInAs } from './accounts/staff/staff.ts';
import type { SeededPortal } from './seeded-portal.ts';

const seeded = ['owner', 'stranger', 'reviewer', 'owningReviewer'] as const;
type Callers<Name extends string> = Record<(typeof seeded)[number] | Name, { token: string }>;

/**
 * The people of a seeded portal, and staff with these names and roles, as callers. They are signed
 * in before all tests of a file, or before each.
 */
export function callersOf<Name extends string = never>(
  portal: SeededPortal,
  staff = {} as Record<Name, readonly StaffRole[]>,
  before: typeof beforeAll | typeof beforeEach = beforeAll,
): Callers<Name> {
  const names = [...seeded, ...Object.keys(staff)] as (keyof Callers<Name>)[];
  const callers = Object.fromEntries(names.map((name) => [name, { token: '' }])) as Callers<Name>;
  before(async () => {
    for (const name of seeded) callers[name].token = portal.tokens[name];
    for (const [name, roles] of Object.entries(staff) as [Name, StaffRole[]][])
      callers[name].token = await signInAs(portal, `${name}@example.eu`, roles);
  });
  return callers;
}
