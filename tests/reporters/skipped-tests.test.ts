import { expect, onTestFinished, test, vi } from 'vitest';
import { needs, needsPython, skipUnless } from '#tests/needs.ts';
import { describeSkipped } from './run-results.ts';

const missing = {
  program: () => needs('no-such-program', 'its-package'),
  module: () => needsPython('no.such_module', 'python3-its-package'),
  condition: () => skipUnless(false, 'needs a unicorn'),
};

test('a test whose requirement is missing is skipped with the reason', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CI', undefined);
  expect(Object.values(missing).map((options) => options())).toEqual([
    {
      skip: true,
      meta: {
        skipped: { reason: 'no-such-program is not installed', debianPackage: 'its-package' },
      },
    },
    {
      skip: true,
      meta: {
        skipped: {
          reason: "Python's no.such_module is not installed",
          debianPackage: 'python3-its-package',
        },
      },
    },
    { skip: true, meta: { skipped: { reason: 'needs a unicorn' } } },
  ]);
  expect([needs('sh', 'dash'), skipUnless(true, '')]).toEqual([{}, {}]);
});

test.each(Object.entries(missing))('with CI set a missing %s is an error', (_, options) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CI', 'true');
  expect(options).toThrow('with CI set no test is skipped');
});

test('the list of skipped tests ends with one command that installs every package', () => {
  const skipped = (file: string, reason: string, debianPackage?: string) => ({
    ...{ file, title: 'a test', tags: [], reason },
    ...(debianPackage && { debianPackage }),
  });
  expect(
    describeSkipped([
      skipped('a.test.ts', 'swift is not installed', 'swift-proxy swift-object'),
      skipped('b.test.ts', 'needs root'),
      skipped('c.test.ts', 'swift is not installed', 'swift-proxy swift-object'),
      skipped('d.test.ts', 'clamd is not installed', 'clamav-daemon'),
      ...Array.from({ length: 6 }, () => skipped('e.test.ts', 'needs root')),
    ]),
  ).toBe(`
Skipped tests: 10
swift is not installed (Debian: apt install swift-proxy swift-object):
  a.test.ts > a test
  c.test.ts > a test
needs root:
  b.test.ts > a test
  e.test.ts: 6 tests
clamd is not installed (Debian: apt install clamav-daemon):
  d.test.ts > a test
To run them on Debian: apt install clamav-daemon swift-proxy swift-object`);
  expect(describeSkipped([])).toBe('');
});
