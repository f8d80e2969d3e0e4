import { LOCK_DURATION } from '#machines/limits.ts';
import { CLOCKS_APART } from '#server/platform/store/clocks-apart.ts';

/**
 * The end of a lock, ms since the epoch; null where there is none. One further ahead than a lock
 * lasts was set before the clock was set back: it ended long ago.
 */
export function lockOfNow(until: number | null, now: number): number | null {
  return until !== null && until > now + LOCK_DURATION + CLOCKS_APART ? 0 : until;
}
