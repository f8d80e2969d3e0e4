import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { onGrantChange } from './grants.ts';
import { problemOf, type TokenAccess } from './open-token.ts';
import { recentLink } from './own-link.ts';

type Watched = Pick<TokenAccess, 'tokenId' | 'grantId' | 'from'>;

/**
 * Interval in ms at which open streams are checked for changes by other processes and for end dates
 * that have passed.
 */
const WATCH_INTERVAL = 500;
const WATCH_BATCH = 500;
/** Interval in ms at which the vehicle's link is looked up: the owner may have sold the car. */
const LINK_INTERVAL = 4000;

interface Watcher {
  readonly watched: Map<Watched & { checkedAt: number }, () => void>;
  timer: NodeJS.Timeout | undefined;
}
const watchers = new WeakMap<Store['chain'], Watcher>();

/**
 * Resolves when the access is no longer active or `abort` fires. The caller then ends its stream.
 */
export function whenClosed(services: Services, access: Watched, abort: AbortSignal): Promise<void> {
  const { store } = services;
  const watcher = watchers.get(store.chain) ?? startWatcher(services);
  const key = { ...access, checkedAt: performance.now() };
  const closed = Promise.withResolvers<void>();
  const end = () => {
    watcher.watched.delete(key);
    if (watcher.watched.size === 0) {
      clearInterval(watcher.timer);
      watcher.timer = undefined;
    }
    closed.resolve();
  };
  if (abort.aborted) return Promise.resolve();
  watcher.watched.set(key, end);
  abort.addEventListener('abort', end, { once: true });
  watcher.timer ??= setInterval(() => void endClosed(services, watcher), WATCH_INTERVAL).unref();
  return closed.promise.finally(() => abort.removeEventListener('abort', end));
}

function startWatcher(services: Services): Watcher {
  const watcher: Watcher = { watched: new Map(), timer: undefined };
  watchers.set(services.store.chain, watcher);
  onGrantChange(services, () => void endClosed(services, watcher));
  return watcher;
}

/** While the store is unavailable, no stream is closed; the next interval checks again. */
async function endClosed(services: Services, { watched }: Watcher): Promise<void> {
  const { store, now } = services;
  const all = [...watched];
  for (let start = 0; start < all.length; start += WATCH_BATCH) {
    const batch = all.slice(start, start + WATCH_BATCH);
    const grantIds = [...new Set(batch.map(([{ grantId }]) => grantId))];
    const tokenIds = batch.flatMap(([{ tokenId }]) => tokenId ?? []);
    try {
      const open = await store.db
        .selectFrom('live_grant')
        .innerJoin('account', 'account.id', 'live_grant.account_id')
        .select(['live_grant.id', 'state', 'ends_at', 'linked_until', 'vehicle_id', 'email'])
        .where(store.inList('live_grant.id', grantIds))
        .execute();
      const tokens = await store.db
        .selectFrom('live_token')
        .select(['id', 'revoked_at', 'ends_at'])
        .where(store.inList('id', tokenIds))
        .execute();
      const grantOf = new Map(open.map((row) => [row.id, row]));
      const tokenOf = new Map(tokens.map((row) => [row.id, row]));
      for (const [access, end] of batch) {
        const { tokenId, grantId } = access;
        const grant = grantOf.get(grantId);
        const token = tokenId === null ? null : tokenOf.get(tokenId);
        const isOpen =
          grant &&
          token !== undefined &&
          problemOf(
            {
              ...grant,
              revoked_at: token?.revoked_at ?? null,
              token_ends_at: token?.ends_at ?? Number.MAX_SAFE_INTEGER,
            },
            now(),
          ) === null;
        if (!isOpen) end();
        else if (performance.now() - access.checkedAt > LINK_INTERVAL) {
          access.checkedAt = performance.now();
          void endIfSold(services, grant, access, end);
        }
      }
    } catch {
      return;
    }
  }
}

/** Ends the access if the vehicle is no longer linked to the owner, or by another link. */
async function endIfSold(
  services: Services,
  { email, vehicle_id }: { email: string; vehicle_id: string },
  { from }: Watched,
  end: () => void,
): Promise<void> {
  // While the vehicle source is unavailable, no access is ended.
  const link = await recentLink(services, email, vehicle_id).catch(() => undefined);
  if (link === null || (link && link.time.from !== from)) end();
}
