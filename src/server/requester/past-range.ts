import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/**
 * Refuses a range that ends in the future: data are of what was recorded, and standing access is
 * another thing.
 * @throws {ApiError} `invalid`, naming the end of the range
 */
export function requirePast({ to }: { to: string }, now: number): void {
  if (Date.parse(to) > now)
    throw new ApiError(codes.invalid, { fields: [{ field: 'form.to', problem: 'range' }] });
}
