import type { Services } from '#server/platform/database/services.ts';
import type { LiveAccess } from './granted-signals.ts';
import { onGrantChange } from './grants.ts';
import type { AccessResult, TokenProblem } from './open-token.ts';

/**
 * Interval, in ms, of checks for changes by other processes and for the end of the vehicle's link.
 * Access that ended in another process must close within 5 s, including the caches.
 */
const CHECK_INTERVAL = 2000;
const TICK = 500;
/**
 * Maximum time in ms since the last successful check, in case the store or the vehicle source is
 * unavailable. `before` applies until the known end of the access, `after` from then on.
 */
const MAX_UNCHECKED = { before: 60_000, after: 2 * CHECK_INTERVAL };

/** Access with which a response was opened. The access may end before the response does. */
export interface WatchedAccess {
  access: LiveAccess;
  /** Reads the access again; null if its reader is no longer signed in. */
  readAccess(): Promise<AccessResult | null>;
}

/**
 * Checks at once and then regularly, until `closed` is aborted. Calls `end` with the problem when
 * the access is no longer open; with null if its reader has signed out, or no check succeeded for
 * `MAX_UNCHECKED`.
 */
export function watchAccess(
  services: Services,
  watched: WatchedAccess,
  closed: AbortSignal,
  end: (problem: TokenProblem | null) => void,
): void {
  const { grantId, from } = watched.access;
  let checkedAt = 0;
  let succeededAt = performance.now();
  const check = async () => {
    checkedAt = performance.now();
    const found = await watched.readAccess().catch(() => undefined);
    if (found === undefined || closed.aborted) return;
    if (found === null || 'problem' in found) end(found?.problem ?? null);
    // The car was sold and then linked to the owner again.
    else if (found.access.from !== from) end('access-ended');
    else {
      watched.access = found.access;
      succeededAt = performance.now();
    }
  };
  const timer = setInterval(() => {
    const isOver = services.now() >= watched.access.endsAt;
    const unchecked = performance.now() - succeededAt;
    if (unchecked > MAX_UNCHECKED[isOver ? 'after' : 'before']) end(null);
    else if (isOver || performance.now() - checkedAt >= CHECK_INTERVAL) void check();
  }, TICK).unref();
  const unsubscribe = onGrantChange(services, (id) => {
    if (id === grantId) void check();
  });
  const stop = () => {
    clearInterval(timer);
    unsubscribe();
  };
  if (closed.aborted) stop();
  else {
    closed.addEventListener('abort', stop, { once: true });
    void check();
  }
}
