import { expect, test } from 'vitest';
import { machinesOf, UsageError, writeNamed } from '#tools/usage.ts';

test('an unwritable file is reported with its option', () => {
  const write = () => writeNamed('--json', '/dev/null/x', '{}');
  expect(write).toThrow(UsageError);
  expect(write).toThrow('--json /dev/null/x: ENOTDIR');
});

test('machinesOf returns every machine for `all`, otherwise the named one', () => {
  expect(machinesOf(['all'], ['one', 'two'])).toEqual(['one', 'two']);
  expect(machinesOf(['two'], ['one', 'two'])).toEqual(['two']);
});
