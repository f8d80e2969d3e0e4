import { readFileSync } from 'node:fs';
import { UsageError } from '../usage.ts';

/** Reads how often events happen. @throws {UsageError} when it is no object of numbers */
export function readWeights(file: string): Record<string, number> {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--weights ${file}: ${(error as Error).message}`);
  }
  const isWeight = (value: unknown) => typeof value === 'number' && value >= 0;
  if (typeof read !== 'object' || read === null || !Object.values(read).every(isWeight))
    throw new UsageError(`--weights ${file} is not an object of numbers that are 0 or more`);
  return read as Record<string, number>;
}
