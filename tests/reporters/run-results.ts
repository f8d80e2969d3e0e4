import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { describeReason, type SkipReason } from '../needs.ts';

const FOLDER = 'test-results';

/** A skipped test; `tags` are the clauses of the specification that it would show. */
export interface SkippedTest extends SkipReason {
  file: string;
  title: string;
  tags: readonly string[];
}

/** Outcome of a run that the summary needs. */
interface RunResults {
  /** Clauses of the specification that a passing test carries. */
  clauses: readonly string[];
  skipped: readonly SkippedTest[];
  /** Failed tests, each with its file and the beginning of its error. */
  failed: readonly string[];
}

/** Adds the results of this run to `test-results/`, which `npm test` empties first. */
export async function saveRunResults(results: RunResults): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const clauses = [...new Set(results.clauses)].sort();
  await writeFile(`${FOLDER}/results-${process.pid}.json`, JSON.stringify({ ...results, clauses }));
}

/** Loads the results of all runs, joined; empty when there was none. */
export async function loadRunResults(): Promise<RunResults> {
  const files = globSync(`${FOLDER}/results-*.json`);
  const all = await Promise.all(
    files.map(async (file): Promise<RunResults> => JSON.parse(await readFile(file, 'utf8'))),
  );
  return {
    clauses: all.flatMap(({ clauses }) => clauses),
    skipped: all.flatMap(({ skipped }) => skipped),
    failed: all.flatMap(({ failed }) => failed),
  };
}

/** Maximum length of an error in the summary: includes locator and expectation of browser tests. */
const MAX_ERROR = 500;

export function describeFailed(file: string, title: string, error = 'without an error'): string {
  const words = stripVTControlCharacters(error).split(/\s+/).join(' ').slice(0, MAX_ERROR);
  return `${file} > ${title}: ${words}`;
}

/** Maximum number of skipped tests per file that are listed by title. */
const MAX_TITLES = 2;

/** Lists skipped tests by reason and file, and the command that installs the missing packages. */
export function describeSkipped(skipped: readonly SkippedTest[]): string {
  if (skipped.length === 0) return '';
  const byReason = Object.groupBy(skipped, describeReason);
  const reasons = Object.entries(byReason).map(([reason, tests = []]) =>
    [`${reason}:`, ...describeFiles(tests)].join('\n'),
  );
  const packages = new Set(skipped.flatMap(({ debianPackage }) => debianPackage ?? []));
  const install = [...packages].sort().join(' ');
  return [
    `\nSkipped tests: ${skipped.length}`,
    ...reasons,
    ...(install ? [`To run them on Debian: apt install ${install}`] : []),
  ].join('\n');
}

function describeFiles(tests: readonly SkippedTest[]): string[] {
  const byFile = Object.groupBy(tests, ({ file }) => file);
  return Object.entries(byFile).flatMap(([file, ofFile = []]) =>
    ofFile.length > MAX_TITLES
      ? [`  ${file}: ${ofFile.length} tests`]
      : ofFile.map(({ title }) => `  ${file} > ${title}`),
  );
}
