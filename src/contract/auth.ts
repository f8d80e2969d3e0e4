import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { accepted, code, codeSent, email } from './fields.ts';
import { MAX_TEXT } from './limits.ts';

export const sendCaptcha = endpoint(calls.sendCaptcha, {
  access: 'anyone',
  errors: ['locked', 'linkNeeded', 'tooSoon'],
  summary: 'Mails a verification code. The response does not reveal whether the address is known.',
  input: z.strictObject({ email: email(), privacyAccepted: accepted() }),
  data: codeSent,
  example: { email: 'owner@example.eu', privacyAccepted: true },
});

export const login = endpoint(calls.login, {
  access: 'anyone',
  errors: ['wrongCode', 'expiredCode', 'locked', 'linkNeeded'],
  summary: 'Exchanges a verification code for a login token.',
  input: z.strictObject({ email: email(), code: code() }),
  data: z.object({ token: z.string() }),
  example: { email: 'owner@example.eu', code: '123456' },
});

export const liftLock = endpoint(calls.liftLock, {
  access: 'anyone',
  errors: ['unknownLink'],
  summary:
    'Lifts the sign-in locks of an address and resets its limits, by the token of the link that was mailed to it.',
  input: z.strictObject({ token: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  example: { token: 'dG9rZW4gb2YgdGhlIGxpbmsgaW4gdGhlIG1haWw' },
});

export const logout = endpoint(calls.logout, {
  access: 'signedIn',
  summary: 'Ends the session and invalidates its token.',
});

export const extendSession = endpoint(calls.extendSession, {
  access: 'signedIn',
  summary:
    'Extends the session to the lifetime of a new one; a staff session at most to its maximum age.',
  data: z.object({
    sessionEndsIn: z.number(),
  }),
});

/** Parameter of the identity provider's redirect. Some providers make it as long as a token. */
const parameter = () => z.optional(z.string().check(z.maxLength(MAX_TEXT)));

export const companySignIn = endpoint(calls.companySignIn, {
  access: 'anyone',
  errors: ['notFound', 'otherSystemUnavailable'],
  summary:
    'Starts a sign-in at the company’s OpenID Connect provider; returns the address to open. Sets a cookie that the end of the sign-in requires.',
  input: z.strictObject({
    redirectUrl: parameter(),
    /** Requests a new authentication with password and second factor from the identity provider. */
    isFresh: z._default(z.boolean(), false),
  }),
  data: z.object({ address: z.string() }),
  example: { redirectUrl: '/desk' },
});

export const companyLogin = endpoint(calls.companyLogin, {
  access: 'anyone',
  errors: ['companySignInRejected', 'otherSystemUnavailable'],
  summary:
    'Exchanges the parameters of the provider’s redirect for a login token, in the browser that started the sign-in.',
  input: z.strictObject({
    state: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
    code: parameter(),
    /** Issuer (RFC 9207). */
    iss: parameter(),
    error: parameter(),
  }),
  data: z.object({ token: z.string(), redirectUrl: z.nullable(z.string()) }),
  example: { state: 'of-the-browser', code: 'of-the-provider' },
});

export const sessionList = endpoint(calls.sessionList, {
  access: 'signedIn',
  errors: ['secondFactorNeeded'],
  summary: 'The open sessions of the account: the calling session, then by last use.',
  data: z.array(
    z.object({
      id: z.string(),
      begunAt: z.number(),
      lastUsedAt: z.number(),
      browser: z.nullable(z.string()),
      isThis: z.boolean(),
    }),
  ),
});

export const sessionEnd = endpoint(calls.sessionEnd, {
  access: 'signedIn',
  errors: ['secondFactorNeeded', 'notFound'],
  summary: 'Ends one of the account’s sessions.',
  input: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  example: { id: '0'.repeat(64) },
});

export const sessionEndOthers = endpoint(calls.sessionEndOthers, {
  access: 'signedIn',
  errors: ['secondFactorNeeded'],
  summary: 'Ends all sessions of the account except the calling one.',
  data: z.object({ ended: z.number() }),
});
