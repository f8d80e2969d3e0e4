import * as z from 'zod/mini';
import { described } from '#contract/settings.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { isSecureEndpoint } from './check-settings.ts';

/** OpenID Connect Discovery 1.0 §3: an https URL without query and fragment. */
const isIssuer = (address: string) => isSecureEndpoint(address) && !address.includes('?');

function readRoles(list: string): Map<string, StaffRole> | null {
  const roles = new Map<string, StaffRole>();
  for (const entry of list.split(';')) {
    // A value may be a distinguished name, which contains equals signs.
    const [, value, name] = /^\s*(\S.*?)\s*=\s*(\w+)\s*$/.exec(entry) ?? [];
    const role = staffRoles.find((each) => each === name);
    if (!value || !role || roles.has(value)) return null;
    roles.set(value, role);
  }
  return roles;
}

export const companySignInSettings = {
  OIDC_ISSUER: described(
    z.optional(z.string().check(z.refine(isIssuer))),
    'Issuer of the company’s OpenID Connect provider for staff sign-in, an `https://` address (`http://` only on this machine); none when unset. The redirect URI is `PUBLIC_URL` with `/login`.',
  ),
  OIDC_CLIENT_ID: described(z.optional(z.string()), 'Client ID of the portal at that provider.'),
  OIDC_CLIENT_SECRET: described(
    z.optional(z.string()),
    'Client secret of the portal at that provider.',
  ),
  OIDC_SCOPE: described(
    z._default(z.string().check(z.regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/)), 'openid email'),
    'Requested scopes, beginning with `openid`.',
  ),
  OIDC_ROLES_CLAIM: described(
    z._default(z.string().check(z.minLength(1)), 'roles'),
    'Claim with the roles, in the ID token or the response of the userinfo endpoint: a text or a list of texts. Dots separate nested names, `realm_access.roles`.',
  ),
  OIDC_ROLES: described(
    z._default(
      z.string().check(z.refine((list) => readRoles(list) !== null)),
      staffRoles.map((role) => `${role}=${role}`).join(';'),
    ),
    'Roles by value of that claim: `desk-leads=lead;desk-auditors=auditor`. Other values grant no role.',
  ),
  STAFF_CODE_SIGN_IN: described(
    z._default(z.enum(['yes', 'no']), 'yes'),
    '`no`: staff have their roles only after signing in at the company’s provider, not with a mailed code. Accounts that have signed in there need it in any case.',
  ),
};

export function rolesOfValues(list: string, values: readonly string[]): StaffRole[] {
  const roles = readRoles(list);
  return staffRoles.filter((role) => values.some((value) => roles?.get(value) === role));
}
