import { expect } from 'vitest';
import { startReckoner } from '#server/clock/reckon-due-dates.ts';
import { nextDue } from '#server/jobs/lease.ts';
import type { Services } from '#server/services.ts';

/** Reckons the due dates that are owed, as the running server would once tries are due again. */
export async function reckonDue(services: Services): Promise<void> {
  const reckoner = startReckoner({ ...services, now: () => services.now() + 60 * 60_000 });
  await expect.poll(() => nextDue(services.store, 'dueDates'), { timeout: 20_000 }).toBeNull();
  await reckoner.stop();
}
