import type { StaffRole } from '#contract/staff-roles.ts';
import type { User } from '#contract/user-info.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const HOUR = 3_600_000;

const person = (id: string, roles: readonly ('requester' | StaffRole)[]): User => ({
  id,
  email: `${id}@example.eu`,
  roles: [...roles],
  sessionEndsIn: 8 * HOUR,
  canExtendSession: true,
  isOfCompany: false,
  secondFactor: roles.some((role) => role !== 'requester') ? 'given' : 'notNeeded',
  vehicles: [],
});

/** Anna, who owns two cars. */
export const owner: User = {
  ...person('anna', ['requester']),
  vehicles: [
    { vehicleId: 'car-1', vin: 'VF1AAAAA000000001', name: 'Twizy', onBehalfOf: null },
    { vehicleId: 'car-2', vin: 'VF1BBBBB000000002', name: 'Zoe', onBehalfOf: null },
  ],
};
/** Tim, a third party that acts for Anna. */
export const agent: User = {
  ...person('tim', ['requester']),
  vehicles: owner.vehicles?.map((vehicle) => ({ ...vehicle, onBehalfOf: owner.email })) ?? [],
};
export const body: User = person('body', ['requester']);
export const reviewer = person('rita', ['reviewer']);
export const otherReviewer = person('rolf', ['reviewer']);
export const lead = person('lena', ['lead']);
export const auditor = person('otto', ['auditor']);
export const analyst = person('ada', ['analyst']);

/** A person in the list of the staff. */
export const memberOf = (
  { id, email, roles }: User,
  others: Partial<CallData<'staffList'>[number]> = {},
): CallData<'staffList'>[number] => ({
  id,
  email,
  roles: roles.filter((role) => role !== 'requester'),
  hasSecondFactor: true,
  isCompanyLinked: false,
  lockedUntil: null,
  ...others,
});
