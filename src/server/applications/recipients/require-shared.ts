import { codes } from '#contract/codes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/**
 * Refuses what gives data while their sharing is suspended.
 * @throws {ApiError} `sharingSuspended`
 */
export function requireShared({ state }: { state: string }): void {
  if (hasTag(state, 'suspended')) throw new ApiError(codes.sharingSuspended, { state });
}
