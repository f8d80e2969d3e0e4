import { expect, test } from 'vitest';
import { personOf } from '#server/accounts/company/company-provider.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';

const rolesIn = (claims: object, settings: Record<string, string> = {}) =>
  personOf(readConfig({ ...production, ...settings }), { sub: 'anna', ...claims }).roles;

test.each<[string, object, readonly string[]]>([
  ['a list', { roles: ['lead', 'auditor'] }, ['lead', 'auditor']],
  ['a text', { roles: 'analyst' }, ['analyst']],
  ['a list with unknown words', { roles: ['coffee', 'lead', 'Lead', ' auditor'] }, ['lead']],
  ['unknown words alone', { roles: ['coffee'] }, []],
  ['words that every object has', { roles: ['constructor', '__proto__', 'toString'] }, []],
  ['the same word twice', { roles: ['lead', 'lead'] }, ['lead']],
  ['nothing', {}, []],
  ['an empty list', { roles: [] }, []],
  ['null', { roles: null }, []],
  ['a list that is not of texts alone', { roles: ['lead', 7] }, []],
  ['a list in a list', { roles: [['lead']] }, []],
  ['an object', { roles: { lead: true } }, []],
  ['words in one text', { roles: 'lead auditor' }, []],
  ['another claim', { groups: ['lead'] }, []],
])('roles by %s', (_, claims, roles) => {
  expect(rolesIn(claims)).toEqual(roles);
});

test.each<[string, string, object, readonly string[]]>([
  ['of another name', 'groups', { groups: ['lead'], roles: ['auditor'] }, ['lead']],
  ['that is nested', 'realm_access.roles', { realm_access: { roles: ['lead'] } }, ['lead']],
  ['whose name has dots', 'https://a.eu/roles', { 'https://a.eu/roles': 'lead' }, ['lead']],
  ['of both', 'a.b', { 'a.b': ['lead'], a: { b: ['auditor'] } }, ['lead']],
  ['whose way ends', 'realm_access.roles.all', { realm_access: { roles: ['lead'] } }, []],
  ['whose way leads through a text', 'roles.length', { roles: 'lead' }, []],
  ['that every object has', 'constructor.name', {}, []],
])('roles by a claim %s', (_, OIDC_ROLES_CLAIM, claims, roles) => {
  expect(rolesIn(claims, { OIDC_ROLES_CLAIM })).toEqual(roles);
});

test('roles by the company’s own values, and by no others', () => {
  const settings = { OIDC_ROLES: 'cn=leads,dc=motors=lead; Desk 1 = reviewer' };
  const rolesOf = (...roles: string[]) => rolesIn({ roles }, settings);
  expect(rolesOf('cn=leads,dc=motors', 'Desk 1')).toEqual(['reviewer', 'lead']);
  expect(rolesOf('lead', 'reviewer', 'desk 1')).toEqual([]);
});
