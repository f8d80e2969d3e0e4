import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../usage.ts';
import { VISITS, type Visits } from './visit-log.ts';

/**
 * What all suites left, of one level or of all; empty when none ran.
 * @throws {UsageError} that names a file that is not whole
 */
export function readVisits(level: number | null, directory: URL = VISITS): Visits[] {
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
    throw new UsageError(`${fileURLToPath(file)} is not whole; run its suite again`);
  }
}
