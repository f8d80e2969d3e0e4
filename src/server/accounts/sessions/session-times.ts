import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';

/** What decides about the end of a session. */
export interface SessionTimes
  extends Pick<Schema['session'], 'created_at' | 'expires_at' | 'last_used_at'> {
  isStaff: boolean;
}

/**
 * End of a session, ms since the epoch, as far as is known now, and why: staff's after a time of
 * rest and at a highest age, a requester's when its token is too old (`because` is null).
 */
export function sessionEnd(
  { STAFF_REST_MINUTES, STAFF_SESSION_HOURS }: Config,
  { isStaff, created_at, expires_at, last_used_at }: SessionTimes,
): { at: number; because: 'rest' | 'age' | null } {
  if (!isStaff) return { at: expires_at, because: null };
  const rest = (last_used_at ?? created_at) + STAFF_REST_MINUTES;
  const age = Math.min(created_at + STAFF_SESSION_HOURS, expires_at);
  return rest < age ? { at: rest, because: 'rest' } : { at: age, because: 'age' };
}
