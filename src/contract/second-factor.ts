import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { code, line } from './fields.ts';
import { RECOVERY_CODE, SIX_DIGITS } from './limits.ts';

const factorCode = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.toLowerCase(),
      z.regex(new RegExp(`${SIX_DIGITS.source}|${RECOVERY_CODE.source}`)),
    );

export const secondFactorState = endpoint(calls.secondFactorState, {
  access: 'staff',
  summary: 'State of the caller’s authenticator app, recovery codes and passkeys.',
  data: z.object({
    isSetUp: z.boolean(),
    recoveryCodesLeft: z.number(),
    offersPasskeys: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.number(),
        lastUsedAt: z.nullable(z.number()),
      }),
    ),
  }),
});

export const secondFactorBegin = endpoint(calls.secondFactorBegin, {
  access: 'staff',
  needsFreshFactor: true,
  summary: 'Creates a secret for the authenticator app, valid once a code confirms it.',
  data: z.object({
    /** RFC 4648 base 32. */
    secret: z.string(),
    uri: z.string(),
    svg: z.string(),
  }),
});

export const secondFactorConfirm = endpoint(calls.secondFactorConfirm, {
  access: 'staff',
  needsFreshFactor: true,
  errors: ['wrongCode', 'usedCode', 'locked'],
  summary: 'Confirms the new secret by a code; returns the recovery codes, once.',
  input: z.strictObject({ code: code() }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  example: { code: '123456' },
});

export const secondFactorGive = endpoint(calls.secondFactorGive, {
  access: 'staff',
  errors: ['wrongCode', 'usedCode', 'locked'],
  summary:
    'Gives the second factor for this session: a code of the app or a recovery code. Repeating the same code of the app is idempotent.',
  input: z.strictObject({ code: factorCode() }),
  example: { code: '123456' },
});

const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));
const credentialId = () => base64url(1400);
const EXAMPLE_ID = 'Q3JlZGVudGlhbCBvZiBhbiBleGFtcGxl';

/** WebAuthn options as JSON, passed to the browser unchanged. */
const options = z.record(z.string(), z.unknown());

export const passkeyRegisterBegin = endpoint(calls.passkeyRegisterBegin, {
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded'],
  summary:
    'Options for creating a passkey (WebAuthn), with a single-use challenge for this session. Not found when passkeys are not offered.',
  data: options,
});

export const passkeyRegister = endpoint(calls.passkeyRegister, {
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded', 'wrongPasskey'],
  summary: 'Saves a passkey in addition to the authenticator app. Other sessions end.',
  input: z.strictObject({
    name: line(),
    id: credentialId(),
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
  }),
  example: {
    name: 'Work laptop',
    id: EXAMPLE_ID,
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    transports: ['internal'],
  },
});

export const passkeyRemove = endpoint(calls.passkeyRemove, {
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded'],
  summary: 'Removes one of the caller’s passkeys. Other sessions end.',
  input: z.strictObject({ id: credentialId() }),
  example: { id: EXAMPLE_ID },
});

export const passkeyGiveBegin = endpoint(calls.passkeyGiveBegin, {
  access: 'staff',
  errors: ['notFound'],
  summary:
    'Options for giving a passkey as second factor, with a single-use challenge for this session.',
  data: options,
});

export const passkeyGive = endpoint(calls.passkeyGive, {
  access: 'staff',
  errors: ['notFound', 'wrongPasskey', 'locked'],
  summary: 'Gives a passkey as the second factor of this session.',
  input: z.strictObject({
    id: credentialId(),
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
  }),
  example: {
    id: EXAMPLE_ID,
    clientDataJSON: 'e30',
    authenticatorData: 'AA',
    signature: 'AA',
  },
});
