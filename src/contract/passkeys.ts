import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { line, nothing } from './fields.ts';

const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));
const credentialId = () => base64url(1400);
const EXAMPLE_ID = 'Q3JlZGVudGlhbCBvZiBhbiBleGFtcGxl';

/** Options of WebAuthn as JSON, which the browser takes as they are. */
const options = z.record(z.string(), z.unknown());

export const passkeyRegisterBegin = endpoint({
  ...calls.passkeyRegisterBegin,
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded'],
  summary:
    'Options for making a passkey (WebAuthn), with a challenge for this session and one use; not found where passkeys are not offered.',
  input: nothing,
  data: options,
  example: {},
});

export const passkeyRegister = endpoint({
  ...calls.passkeyRegister,
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded', 'wrongPasskey'],
  summary: 'Keeps a passkey that was made, beside the authenticator app. Other sessions end.',
  input: z.strictObject({
    name: line(),
    id: credentialId(),
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
  }),
  data: z.null(),
  example: {
    name: 'Work laptop',
    id: EXAMPLE_ID,
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    transports: ['internal'],
  },
});

export const passkeyRemove = endpoint({
  ...calls.passkeyRemove,
  access: 'staff',
  needsFreshFactor: true,
  errors: ['notFound', 'secondFactorNeeded'],
  summary: 'Removes one of the caller’s passkeys. Other sessions end.',
  input: z.strictObject({ id: credentialId() }),
  data: z.null(),
  example: { id: EXAMPLE_ID },
});

export const passkeyGiveBegin = endpoint({
  ...calls.passkeyGiveBegin,
  access: 'staff',
  errors: ['notFound'],
  summary:
    'Options for giving a passkey as the second factor, with a challenge for this session and one use.',
  input: nothing,
  data: options,
  example: {},
});

export const passkeyGive = endpoint({
  ...calls.passkeyGive,
  access: 'staff',
  errors: ['notFound', 'wrongPasskey', 'locked'],
  summary: 'Gives a passkey as the second factor of this session.',
  input: z.strictObject({
    id: credentialId(),
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
  }),
  data: z.null(),
  example: {
    id: EXAMPLE_ID,
    clientDataJSON: 'e30',
    authenticatorData: 'AA',
    signature: 'AA',
  },
});
