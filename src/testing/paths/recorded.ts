import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import { recordedWalks } from '#lib/statechart/paths/recorded-paths.ts';
import type { Walk } from '#lib/statechart/paths/walk.ts';
import { UsageError } from '#tools/usage.ts';

/** Paths as reports have them, as far as a walk is found again by them. */
export const recordedPaths = z
  .array(
    z.object({
      start: z.object({ name: z.string() }),
      steps: z.array(z.object({ name: z.string() })),
    }),
  )
  .min(1);

const file = z.object({ paths: recordedPaths });

/**
 * Walks of paths that an earlier run or plan left as JSON.
 * @throws {UsageError} that names what of the file is wrong, or where the machine goes another way now
 */
export function walksFrom(name: string, found: Exploration): Walk[] {
  try {
    return recordedWalks(found, file.parse(JSON.parse(readFileSync(name, 'utf8'))).paths);
  } catch (error) {
    throw new UsageError(`--from ${name}: ${words(error as Error)}`);
  }
}

function words(error: Error): string {
  if (!(error instanceof z.ZodError)) return error.message;
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
