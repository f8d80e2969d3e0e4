import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { accepted, code, codeSent, email, noData, nothing } from './fields.ts';

export const sendCaptcha = endpoint({
  ...calls.sendCaptcha,
  access: 'anyone',
  errors: ['locked', 'linkNeeded', 'tooSoon'],
  summary: 'Mails a verification code; the answer is the same whether the address is known or not.',
  input: z.strictObject({ email: email(), privacyAccepted: accepted() }),
  data: codeSent,
  example: { email: 'owner@example.eu', privacyAccepted: true },
});

export const login = endpoint({
  ...calls.login,
  access: 'anyone',
  errors: ['wrongCode', 'expiredCode', 'locked', 'linkNeeded'],
  summary: 'Exchanges a verification code for a login token.',
  input: z.strictObject({
    email: email(),
    code: code(),
  }),
  data: z.object({ token: z.string() }),
  example: { email: 'owner@example.eu', code: '123456' },
});

/** Beside the specification's calls: the owner of the mailbox is not kept out by others' wrong codes. */
export const liftLock = endpoint({
  ...calls.liftLock,
  access: 'anyone',
  errors: ['unknownLink'],
  summary:
    'Lifts the locks of sign-in with an address and resets its limits, by the token in the link that was mailed to it.',
  input: z.strictObject({ token: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  data: noData,
  example: { token: 'dG9rZW4gb2YgdGhlIGxpbmsgaW4gdGhlIG1haWw' },
});

export const logout = endpoint({
  ...calls.logout,
  access: 'signedIn',
  summary: 'Ends the session; its token is worth nothing afterwards.',
  input: nothing,
  data: noData,
  example: {},
});

/** Beside the specification's calls: who is warned that the session ends can go on with it. */
export const extendSession = endpoint({
  ...calls.extendSession,
  access: 'signedIn',
  summary:
    'Lets the session last from now as long as one that begins now; staff’s no longer than their sessions last in all.',
  input: nothing,
  data: z.object({
    /** ms until the login token is worth nothing. */
    sessionEndsIn: z.number(),
  }),
  example: {},
});
