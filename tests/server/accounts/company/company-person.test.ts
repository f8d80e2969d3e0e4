import { expect, test } from 'vitest';
import { personOf } from '#server/accounts/company/company-provider.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';

const rolesIn = (claims: object, settings: Record<string, string> = {}) =>
  personOf(readConfig({ ...production, ...settings }), { sub: 'anna', ...claims }).roles;

test.each<[string, object, readonly string[]]>([
  ['a list', { roles: ['lead', 'auditor'] }, ['lead', 'auditor']],
  ['a string', { roles: 'analyst' }, ['analyst']],
  ['a list with unknown words', { roles: ['coffee', 'lead', 'Lead', ' auditor'] }, ['lead']],
  ['unknown words only', { roles: ['coffee'] }, []],
  ['properties of every object', { roles: ['constructor', '__proto__', 'toString'] }, []],
  ['the same word twice', { roles: ['lead', 'lead'] }, ['lead']],
  ['nothing', {}, []],
  ['an empty list', { roles: [] }, []],
  ['null', { roles: null }, []],
  ['a list that contains a number', { roles: ['lead', 7] }, []],
  ['a list in a list', { roles: [['lead']] }, []],
  ['an object', { roles: { lead: true } }, []],
  ['words in one string', { roles: 'lead auditor' }, []],
  ['another claim only', { groups: ['lead'] }, []],
])('a claim that is %s (%j) gives the roles %j', (_, claims, roles) => {
  expect(rolesIn(claims)).toEqual(roles);
});

test.each<[string, string, object, readonly string[]]>([
  ['of another name', 'groups', { groups: ['lead'], roles: ['auditor'] }, ['lead']],
  ['that is nested', 'realm_access.roles', { realm_access: { roles: ['lead'] } }, ['lead']],
  ['whose name has dots', 'https://a.eu/roles', { 'https://a.eu/roles': 'lead' }, ['lead']],
  ['that exists nested and dotted', 'a.b', { 'a.b': ['lead'], a: { b: ['auditor'] } }, ['lead']],
  ['whose path is too long', 'realm_access.roles.all', { realm_access: { roles: ['lead'] } }, []],
  ['whose path enters a string', 'roles.length', { roles: 'lead' }, []],
  ['that is a property of every object', 'constructor.name', {}, []],
])('a claim %s (%s in %j) gives the roles %j', (_, OIDC_ROLES_CLAIM, claims, roles) => {
  expect(rolesIn(claims, { OIDC_ROLES_CLAIM })).toEqual(roles);
});

test('only the values in OIDC_ROLES give a role', () => {
  const settings = { OIDC_ROLES: 'cn=leads,dc=motors=lead; Desk 1 = reviewer' };
  const rolesOf = (...roles: string[]) => rolesIn({ roles }, settings);
  expect(rolesOf('cn=leads,dc=motors', 'Desk 1')).toEqual(['reviewer', 'lead']);
  expect(rolesOf('lead', 'reviewer', 'desk 1')).toEqual([]);
});
