import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { VISITS, type Visits } from './visit-log.ts';

/** What all suites left, of one level or of all; empty when none ran. */
export function readVisits(level: number | null, directory: URL = VISITS): Visits[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as Visits)
    .filter((visits) => level === null || visits.level === level);
}
