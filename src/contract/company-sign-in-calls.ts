import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';

/** A parameter that the provider sends back; some of them put whole tokens into it. */
const parameter = () => z.optional(z.string().check(z.maxLength(MAX_TEXT)));

export const companySignIn = endpoint({
  ...calls.companySignIn,
  access: 'anyone',
  errors: ['notFound', 'otherSystemAway'],
  summary:
    'Begins a sign-in at the company’s OpenID Connect provider: answers the address to open there. The browser gets a cookie without which it cannot be ended.',
  input: z.strictObject({
    /** Address of this site to come back to. */
    redirectUrl: parameter(),
    /** The provider is to ask for the password and its second factor anew. */
    isFresh: z._default(z.boolean(), false),
  }),
  data: z.object({ address: z.string() }),
  example: { redirectUrl: '/desk' },
});

export const companyLogin = endpoint({
  ...calls.companyLogin,
  access: 'anyone',
  errors: ['companySignInRefused', 'otherSystemAway'],
  summary:
    'Exchanges what the company’s provider sent the browser back with for a login token, in the browser that began the sign-in.',
  input: z.strictObject({
    state: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
    code: parameter(),
    /** Issuer (RFC 9207). */
    iss: parameter(),
    error: parameter(),
  }),
  data: z.object({
    token: z.string(),
    /** Where the person wanted to go, an address of this site; null when they did not say. */
    redirectUrl: z.nullable(z.string()),
  }),
  example: { state: 'of-the-browser', code: 'of-the-provider' },
});
