import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describeReason, type SkipReason } from '../needs.ts';

const suites = ['vitest', 'browser'] as const;
type SuiteName = (typeof suites)[number];

/** A skipped test; `tags` are the clauses of the specification that it would show. */
export interface SkippedTest extends SkipReason {
  file: string;
  title: string;
  tags: readonly string[];
}

/** Outcome of a suite that the summary needs. */
interface RunResults {
  /** Clauses of the specification that a passing test carries. */
  clauses: readonly string[];
  skipped: readonly SkippedTest[];
}

/** Replaces the results of a suite's last run; `test-results/` is not kept in Git. */
export async function saveRunResults(suite: SuiteName, results: RunResults): Promise<void> {
  await mkdir('test-results', { recursive: true });
  const clauses = [...new Set(results.clauses)].sort();
  await writeFile(fileOf(suite), JSON.stringify({ ...results, clauses }));
}

/** Loads the results of the last run of each suite, joined. */
export async function loadRunResults(): Promise<RunResults> {
  const all = await Promise.all(
    suites.map(async (suite): Promise<RunResults> => {
      return JSON.parse(await readFile(fileOf(suite), 'utf8'));
    }),
  );
  return {
    clauses: all.flatMap(({ clauses }) => clauses),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

function fileOf(suite: SuiteName): string {
  return `test-results/results-${suite}.json`;
}

/** Lists skipped tests by reason, and the command that installs what they lack; empty for none. */
export function describeSkipped(skipped: readonly SkippedTest[]): string {
  if (skipped.length === 0) return '';
  const byReason = Object.groupBy(skipped, describeReason);
  const reasons = Object.entries(byReason).map(([reason, tests = []]) =>
    [`${reason}:`, ...tests.map(({ file, title }) => `  ${file} > ${title}`)].join('\n'),
  );
  const packages = new Set(skipped.flatMap(({ debianPackage }) => debianPackage ?? []));
  const install = [...packages].sort().join(' ');
  return [
    `\nSkipped tests: ${skipped.length}`,
    ...reasons,
    ...(install ? [`To run them on Debian: apt install ${install}`] : []),
  ].join('\n');
}
