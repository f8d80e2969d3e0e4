import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machinesOf, UsageError, writeNamed } from '#tools/usage.ts';

test('an unwritable file is reported with its option', () => {
  const write = () => writeNamed('--json', '/dev/null/x', '{}');
  expect(write).toThrow(UsageError);
  expect(write).toThrow('--json /dev/null/x: ENOTDIR');
});

test.each([
  [[], 'name a machine: all, one, two'],
  [['three'], 'unknown machine «three»; known: one, two'],
  [['one', 'two'], 'two: one machine at a time, or all'],
])('%j is rejected for the machines one and two', (named, message) => {
  expect(() => machinesOf(named, ['one', 'two'])).toThrow(message);
});

test('all machines, or one of them', () => {
  expect(machinesOf(['all'], ['one', 'two'])).toEqual(['one', 'two']);
  expect(machinesOf(['two'], ['one', 'two'])).toEqual(['two']);
});

test('the mutants’ tool rejects an unknown option with status 2', () => {
  const script = join(import.meta.dirname, '../../src/testing/mutate.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--colour'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain("Unknown option '--colour'");
  expect(status, stderr).toBe(2);
});
