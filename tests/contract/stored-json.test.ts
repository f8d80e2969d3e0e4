import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { storedJson } from '#contract/stored-json.ts';

const shape = z.object({ whole: z.string() });
const stored = storedJson(
  shape,
  ({ first, ...rest }) => ({ ...rest, second: first }),
  ({ second, ...rest }) => ({ ...rest, whole: second }),
);

test('stored JSON has the version of its shape: one more than its lifts', () => {
  expect(stored.write({ whole: 'a' })).toBe('{"version":3,"whole":"a"}');
  expect(storedJson(shape).write({ whole: 'a' })).toBe('{"version":1,"whole":"a"}');
});

test.each([
  ['{"first":"a"}'],
  ['{"version":1,"first":"a"}'],
  ['{"version":2,"second":"a"}'],
  ['{"version":3,"whole":"a"}'],
  ['{"version":4,"whole":"a","more":"b"}'],
])('%s is read as the current shape', (json) => {
  expect(stored.read(json)).toEqual({ whole: 'a' });
});
