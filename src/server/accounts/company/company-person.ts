import * as z from 'zod/mini';
import { email as emailSchema } from '#contract/fields.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { rolesOfValues } from '#server/platform/config/company-sign-in-settings.ts';
import type { Config } from '#server/platform/config/config.ts';

/** A person as the company's provider describes them. */
export interface CompanyPerson {
  subject: string;
  /** Null unless the provider says that it is theirs. */
  email: string | null;
  roles: readonly StaffRole[];
  /** When they were asked for a password last, ms since the epoch; null of a provider that does not say. */
  authenticatedAt: number | null;
}

const claimsSchema = z.object({
  sub: z.string(),
  email: z.catch(z.optional(z.string()), undefined),
  // Only the word of the standard counts: `"false"` is a text, and true of a text.
  email_verified: z.catch(z.optional(z.boolean()), false),
  auth_time: z.catch(z.optional(z.number()), undefined),
});

const rolesSchema = z.catch(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((one: string) => [one]),
    ),
  ]),
  [],
);

/** Reads the claims of an ID token and of the userinfo endpoint; what has another shape counts as missing. */
export function personOf(
  { OIDC_ROLES, OIDC_ROLES_CLAIM }: Config,
  claims: Record<string, unknown>,
): CompanyPerson {
  const { sub, email, email_verified, auth_time } = claimsSchema.parse(claims);
  const address = email_verified ? emailSchema().safeParse(email) : null;
  return {
    subject: sub,
    email: address?.success ? address.data : null,
    roles: rolesOfValues(OIDC_ROLES, rolesSchema.parse(claimAt(claims, OIDC_ROLES_CLAIM))),
    authenticatedAt: auth_time === undefined ? null : auth_time * 1000,
  };
}

/** A claim by its name, which may hold dots itself, else by the way that the dots lead. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  return own(claims, name) ?? name.split('.').reduce(own, claims as unknown);
}
