import type { MachineSummary } from './summary.ts';

/** The suites that walked a machine, with what is wrong with the visits of some. */
export function walkedBy({ suites, failed, outdated }: MachineSummary): string {
  const known = suites.map((suite) => (failed.includes(suite) ? `${suite} (failed)` : suite));
  const others = outdated.map((suite) => `${suite} (another version, not counted)`);
  return [...known, ...others].join(', ') || 'nobody';
}
