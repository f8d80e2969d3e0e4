import { describe, expect, test } from 'vitest';
import { addressWithin } from '#contract/address-within.ts';
import { judgedAsOf, judgedAt } from '#contract/fields.ts';
import { rolesByAccess, type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { statesIn, statesWithTurn, turnOf } from '#contract/turns.ts';
import { flagsOf, rolesOf } from '#server/accounts/staff/roles.ts';
import { hasAccess } from '#server/platform/http/route.ts';

/** By hand: who comes in where. */
const opened: Record<StaffRole, (keyof typeof rolesByAccess)[]> = {
  reviewer: ['staff', 'desk', 'reviewer', 'analyst'],
  lead: ['staff', 'desk', 'reviewer', 'lead', 'auditor', 'analyst'],
  auditor: ['staff', 'desk', 'auditor', 'analyst'],
  analyst: ['staff', 'analyst'],
};

describe.each(Object.entries(opened))('%s', (role, wanted) => {
  const roles = [role as StaffRole];

  test('opens its calls and no others', () => {
    const kinds = Object.keys(rolesByAccess) as (keyof typeof rolesByAccess)[];
    expect(kinds.filter((access) => hasAccess({ roles }, access)).toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  test('has a flag of its own', () => {
    const flags = flagsOf(roles);
    expect(Object.values(flags).filter((flag) => flag === 1)).toHaveLength(1);
    expect(rolesOf(flags)).toEqual(roles);
  });
});

test('who has no role opens nothing of the staff’s, who has all has them all', () => {
  for (const access of Object.keys(rolesByAccess) as (keyof typeof rolesByAccess)[])
    expect(hasAccess({ roles: [] }, access)).toBe(false);
  expect(rolesOf(flagsOf([]))).toEqual([]);
  expect(rolesOf(flagsOf(staffRoles))).toEqual([...staffRoles]);
});

test('in every state it is somebody’s turn, or nobody’s', () => {
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
  // Of an earlier release: the desk alone can mend it.
  expect(turnOf('qualification.somewhere')).toBe('holder');
  expect(statesIn('approved')).toEqual(['approved', 'suspended']);
  expect(statesIn('termination')).toEqual(['terminated.byRequester', 'terminated.byHolder']);
});

test.each([
  ['/applications?page=2#row', '/applications?page=2#row'],
  ['/', '/'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/.//evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['applications', null],
  ['', null],
  [null, null],
  [undefined, null],
])('after a sign-in %j leads to %j', (wanted, address) => {
  expect(addressWithin('https://portal.example.eu', wanted)).toBe(address);
});

test('an input is judged by the clock that was given, and by the device’s again after it', () => {
  expect(judgedAsOf(5, () => [judgedAt(), judgedAsOf(6, judgedAt), judgedAt()])).toEqual([5, 6, 5]);
  expect(() =>
    judgedAsOf(5, () => {
      throw new Error('wrong');
    }),
  ).toThrow('wrong');
  expect(Math.abs(judgedAt() - Date.now())).toBeLessThan(60_000);
});
