import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseInput } from '#contract/envelope.ts';

const person = z.strictObject({ name: z.string().check(z.minLength(1), z.regex(/^[a-z]*$/)) });
const input = z.strictObject({ title: z.string(), person, cars: z.array(person) });

test('what is wrong is told once a field, by its path, with the rule that it breaks', () => {
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
