import { expect, test } from 'vitest';
import { validateAsOf, validationTime } from '#contract/fields.ts';
import { rolesByAccess, staffRoles } from '#contract/staff-roles.ts';
import { statesIn, statesWithTurn, turnOf } from '#contract/turns.ts';
import { flagsOf, rolesOf } from '#server/accounts/staff/roles.ts';
import { hasAccess } from '#server/platform/http/route.ts';

test.each(staffRoles)('the role %s is stored as a flag of its own', (role) => {
  const flags = flagsOf([role]);
  expect(Object.values(flags).filter((flag) => flag === 1)).toHaveLength(1);
  expect(rolesOf(flags)).toEqual([role]);
});

test('an account without a role has no staff access, and an account with all roles has all flags', () => {
  for (const access of Object.keys(rolesByAccess) as (keyof typeof rolesByAccess)[])
    expect(hasAccess({ roles: [] }, access)).toBe(false);
  expect(rolesOf(flagsOf([]))).toEqual([]);
  expect(rolesOf(flagsOf(staffRoles))).toEqual([...staffRoles]);
});

test('each state names the party that must act, or nobody', () => {
  expect(statesWithTurn('requester')).toEqual([
    'qualification.informationRequired',
    'dataRequest.awaited',
    'dataRequest.informationRequired',
  ]);
  expect(statesWithTurn('holder')).toEqual([
    'qualification.submitted',
    'qualification.underReview',
    'dataRequest.underReview',
    'dataRequest.withheld',
  ]);
  expect(statesWithTurn('nobody')).toEqual([
    'approved',
    'suspended',
    'terminated.byRequester',
    'terminated.byHolder',
  ]);
  // A state of another release is for the desk to fix.
  expect(turnOf('qualification.somewhere')).toBe('holder');
  expect(statesIn('approved')).toEqual(['approved', 'suspended']);
  expect(statesIn('termination')).toEqual(['terminated.byRequester', 'terminated.byHolder']);
});

test('an input is validated with the given clock, and afterwards with the device’s again', () => {
  expect(
    validateAsOf(5, () => [validationTime(), validateAsOf(6, validationTime), validationTime()]),
  ).toEqual([5, 6, 5]);
  expect(() =>
    validateAsOf(5, () => {
      throw new Error('wrong');
    }),
  ).toThrow('wrong');
  expect(Math.abs(validationTime() - Date.now())).toBeLessThan(60_000);
});
