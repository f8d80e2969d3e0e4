import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type Day, dayOf } from '#server/platform/words/calendar.ts';

export interface TokenUse {
  tokenId: string;
  /** As returned by `networkOf`. */
  network: string;
  by: { id: string; email: string };
}

interface Counted extends TokenUse {
  day: Day;
  at: number;
  calls: number;
}

interface Uses {
  counted: Map<string, Counted>;
  timer: NodeJS.Timeout | undefined;
}
const usesOf = new WeakMap<Store['chain'], Uses>();

/** Maximum time for which a use is only in memory, in ms. */
const WRITE_INTERVAL = 1000;

/** Counts a call in memory; the counts are written in a batch within a second. */
export function countUse(services: Services, use: TokenUse): void {
  const { store, config, now } = services;
  const uses: Uses = usesOf.get(store.chain) ?? { counted: new Map(), timer: undefined };
  usesOf.set(store.chain, uses);
  const at = now();
  const day = dayOf(at, config.TIME_ZONE);
  const key = `${use.tokenId} ${day}`;
  const calls = (uses.counted.get(key)?.calls ?? 0) + 1;
  uses.counted.set(key, { ...use, day, at, calls });
  uses.timer ??= setTimeout(() => void flushUses(services).catch(() => {}), WRITE_INTERVAL).unref();
}

/** Writes the counts; the first use of a token on a day is an entry of the audit log. */
export async function flushUses(services: Services): Promise<void> {
  const uses = usesOf.get(services.store.chain);
  if (!uses) return;
  clearTimeout(uses.timer);
  uses.timer = undefined;
  const counted = [...uses.counted.values()].toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
  uses.counted.clear();
  if (counted.length === 0) return;
  try {
    await services.store.transact(async (trx) => {
      for (const { tokenId: token_id, day, calls, at, network, by } of counted) {
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
            detail: `${token_id} ${day}`,
          });
      }
    });
  } catch (error) {
    for (const { calls, ...use } of counted) {
      const key = `${use.tokenId} ${use.day}`;
      uses.counted.set(key, { ...use, calls: calls + (uses.counted.get(key)?.calls ?? 0) });
    }
    uses.timer ??= setTimeout(
      () => void flushUses(services).catch(() => {}),
      WRITE_INTERVAL,
    ).unref();
    throw error;
  }
}

/** The network of a client as its owner sees it: IPv4 /24, IPv6 /48. */
function maskedNetwork(network: string): string {
  if (network.includes('.')) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = network.split('/');
  return network === '' ? '' : `${head.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`;
}
