import { setImmediate } from 'node:timers/promises';
import { MINUTE } from '#lib/words/durations.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { oncePerStore, type Services } from '#server/platform/database/services.ts';
import { dayOf } from '#server/platform/words/calendar.ts';

export interface TokenUse {
  tokenId: string;
  vehicleId: string;
  /** As returned by `networkOf`. */
  network: string;
  by: { id: string; email: string };
}

interface Counted extends TokenUse {
  at: number;
  calls: number;
}

const usesOf = oncePerStore(() => ({
  counted: new Map<string, Counted>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

/** Interval, in ms, of writes to the database. A killed process loses the uses since the last. */
const WRITE_INTERVAL = 10_000;
const TOKENS_AT_ONCE = 10;
const QUARTER_HOUR = 15 * MINUTE;

export function countUse(services: Services, use: TokenUse): void {
  addUse(services, { ...use, at: services.now(), calls: 1 });
}

function addUse(services: Services, use: Counted): void {
  const uses = usesOf(services);
  // Grouped by quarter of an hour, because computing days is slow. A quarter of an hour is within
  // one day in every time zone.
  const key = `${use.tokenId} ${Math.floor(use.at / QUARTER_HOUR)}`;
  const known = uses.counted.get(key)?.calls ?? 0;
  uses.counted.set(key, { ...use, calls: use.calls + known });
  uses.timer ??= setTimeout(() => void flushUses(services).catch(() => {}), WRITE_INTERVAL).unref();
}

/** Writes the counts, and an entry of the audit log for the first use of a token on a day. */
export async function flushUses(services: Services): Promise<void> {
  const uses = usesOf(services);
  clearTimeout(uses.timer);
  uses.timer = undefined;
  const counted = [...uses.counted.values()].toSorted((a, b) =>
    a.tokenId === b.tokenId ? a.at - b.at : a.tokenId < b.tokenId ? -1 : 1,
  );
  uses.counted.clear();
  if (counted.length === 0) return;
  try {
    await services.store.transact(async (trx) => {
      for (const [index, use] of counted.entries()) {
        const { tokenId: token_id, vehicleId, calls, at, network, by } = use;
        if (index % TOKENS_AT_ONCE === 0) await setImmediate();
        const day = dayOf(at, services.config.TIME_ZONE);
        const used = await trx
          .updateTable('live_token')
          .set({ last_used_at: at, last_network: maskedNetwork(network) })
          .where('id', '=', token_id)
          .returning('id')
          .executeTakeFirst();
        if (!used) continue;
        const row = await trx
          .insertInto('live_token_use')
          .values({ token_id, day, calls })
          .onConflict((conflict) =>
            conflict
              .columns(['token_id', 'day'])
              .doUpdateSet(({ eb }) => ({ calls: eb('live_token_use.calls', '+', calls) })),
          )
          .returning('calls')
          .executeTakeFirstOrThrow();
        if (Number(row.calls) === calls)
          await appendAuditEvent(services, trx, {
            by,
            action: 'token.use',
            detail: `${token_id} ${day} ${vehicleId}`,
          });
      }
    });
  } catch (error) {
    for (const use of counted) addUse(services, use);
    throw error;
  }
}

function maskedNetwork(network: string): string {
  if (network.includes('.')) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = network.split('/');
  return network === '' ? '' : `${head.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`;
}
