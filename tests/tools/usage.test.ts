import { expect, test } from 'vitest';
import { machinesOf, UsageError, writeNamed } from '#tools/usage.ts';

test('an unwritable file is reported with its option', () => {
  const write = () => writeNamed('--json', '/dev/null/x', '{}');
  expect(write).toThrow(UsageError);
  expect(write).toThrow('--json /dev/null/x: ENOTDIR');
});

test('all machines, or one of them', () => {
  expect(machinesOf(['all'], ['one', 'two'])).toEqual(['one', 'two']);
  expect(machinesOf(['two'], ['one', 'two'])).toEqual(['two']);
});
