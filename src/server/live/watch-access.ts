import type { Services } from '#server/platform/database/services.ts';
import type { LiveAccess } from './granted-signals.ts';
import { onGrantChange } from './grants.ts';
import type { AccessResult, TokenProblem } from './open-token.ts';

/** Interval in ms of the checks for changes by other processes and for a sale of the car. */
const CHECK_INTERVAL = 3000;
const TICK = 500;

/** Access of an open response, which may end before the response does. */
export interface WatchedAccess {
  access: LiveAccess;
  /** Reads the access again; null if its reader is no longer signed in. */
  readAccess(): Promise<AccessResult | null>;
}

/** Calls `end` when the access is no longer open, with the reason, until `closed` fires. */
export function watchAccess(
  services: Services,
  { access, readAccess }: WatchedAccess,
  closed: AbortSignal,
  end: (problem: TokenProblem | null) => void,
): void {
  let checkedAt = performance.now();
  const check = async () => {
    checkedAt = performance.now();
    // While the store or the vehicle source is unavailable, responses continue.
    const found = await readAccess().catch(() => undefined);
    if (found === undefined || closed.aborted) return;
    if (found === null || 'problem' in found) end(found?.problem ?? null);
    // The car was sold and then linked to the owner again.
    else if (found.access.from !== access.from) end('grantEnded');
  };
  const timer = setInterval(() => {
    const isDue = performance.now() - checkedAt >= CHECK_INTERVAL;
    if (isDue || services.now() >= access.endsAt) void check();
  }, TICK).unref();
  const unsubscribe = onGrantChange(services, () => void check());
  const stop = () => {
    clearInterval(timer);
    unsubscribe();
  };
  if (closed.aborted) stop();
  else closed.addEventListener('abort', stop, { once: true });
}
