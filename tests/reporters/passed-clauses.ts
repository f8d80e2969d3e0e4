import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** The suites whose tests carry clauses of the specification as tags. */
const suites = ['vitest', 'browser'] as const;

/** Replaces what the last run of a suite showed; `test-results/` is not kept in Git. */
export async function savePassedClauses(
  suite: (typeof suites)[number],
  tags: readonly string[],
): Promise<void> {
  await mkdir('test-results', { recursive: true });
  await writeFile(fileOf(suite), JSON.stringify([...new Set(tags)].sort()));
}

/** Reads the clauses that a passing test showed, in the last run of each suite. */
export async function loadPassedClauses(): Promise<string[]> {
  const lists = suites.map(async (suite) => JSON.parse(await readFile(fileOf(suite), 'utf8')));
  return (await Promise.all(lists)).flat();
}

function fileOf(suite: string): string {
  return `test-results/clauses-${suite}.json`;
}
