import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { type Endpoint, errorCodes } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';

type Name = keyof typeof codes;

/** Errors that follow from the kind of a call; written by hand. */
const general: Partial<Record<Name, (call: Endpoint) => boolean>> = {
  invalid: () => true,
  tooMany: () => true,
  internal: () => true,
  unavailable: () => true,
  storageFull: () => true,
  signedOut: ({ access }) => access !== 'anyone',
  otherSystemUnavailable: ({ access }) => access !== 'anyone',
  forbidden: ({ access }) => !['anyone', 'signedIn'].includes(access),
  secondFactorNeeded: ({ access }) => !['anyone', 'signedIn', 'staff'].includes(access),
  freshFactorNeeded: ({ needsFreshFactor }) => needsFreshFactor === true,
  tooLarge: ({ method }) => method === 'POST',
  typeNotSupported: ({ method }) => method === 'POST',
  unknownState: ({ method }) => method === 'POST',
  fileDamaged: ({ answersFile }) => answersFile === true,
};

test.each(Object.entries<Endpoint>(endpoints))('%s documents exactly its errors', (_, call) => {
  const names = (Object.keys(codes) as Name[]).filter(
    (name) => general[name]?.(call) || call.errors?.includes(name),
  );
  expect(errorCodes(call)).toEqual(names.map((name) => codes[name]));
});

const person = z.strictObject({ name: z.string().check(z.minLength(1), z.regex(/^[a-z]*$/)) });
const input = z.strictObject({ title: z.string(), person, cars: z.array(person) });

test('each field is reported once, by its path, with the rule that it breaks', () => {
  const cars = [{ name: 'zoe' }, { name: '', colour: 'red' }];
  expect(parseInput(input, { person: { name: 'Anna', role: 'x', age: 1 }, cars, own: 1 })).toEqual({
    fields: [
      { field: 'title', problem: 'required' },
      { field: 'person.name', problem: 'format' },
      { field: 'person.role', problem: 'unknown' },
      { field: 'person.age', problem: 'unknown' },
      { field: 'cars.1.name', problem: 'required' },
      { field: 'cars.1.colour', problem: 'unknown' },
      { field: 'own', problem: 'unknown' },
    ],
  });
});
