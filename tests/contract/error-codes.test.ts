import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Endpoint, errorCodes } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

type Name = keyof typeof codes;

/** Refusals that follow from what a call is, beside its own; written by hand. */
const general: Partial<Record<Name, (call: Endpoint) => boolean>> = {
  invalid: () => true,
  tooMany: () => true,
  internal: () => true,
  unavailable: () => true,
  storageFull: () => true,
  signedOut: ({ access }) => access !== 'anyone',
  otherSystemAway: ({ access }) => access !== 'anyone',
  forbidden: ({ access }) => !['anyone', 'signedIn'].includes(access),
  secondFactorNeeded: ({ access }) => !['anyone', 'signedIn', 'staff'].includes(access),
  freshFactorNeeded: ({ needsFreshFactor }) => needsFreshFactor === true,
  tooLarge: ({ method }) => method === 'POST',
  typeNotSupported: ({ method }) => method === 'POST',
  unknownState: ({ method }) => method === 'POST',
  fileDamaged: ({ answersFile }) => answersFile === true,
};

test.each(Object.entries<Endpoint>(endpoints))(
  '%s answers its refusals and no other',
  (_, call) => {
    const names = (Object.keys(codes) as Name[]).filter(
      (name) => general[name]?.(call) || call.errors?.includes(name),
    );
    expect(errorCodes(call)).toEqual(names.map((name) => codes[name]));
  },
);
