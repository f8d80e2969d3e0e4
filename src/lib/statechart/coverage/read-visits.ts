import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Visits } from './visit-log.ts';

/**
 * Reads what all suites left, of one level or of all; empty when none ran.
 * @throws when a file is not whole; the message names it
 */
export function readVisits(level: number | null, directory: URL): Visits[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => visitsIn(new URL(file, directory)))
    .filter((visits) => level === null || visits.level === level);
}

function visitsIn(file: URL): Visits {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${fileURLToPath(file)} is not whole; run its suite again`);
  }
}
