import { EventEmitter } from 'node:events';
import type { Store } from '#server/platform/database/database.ts';
import { oncePerStore } from '#server/platform/database/services.ts';

/** Interval in which samples written by other processes are looked for, in ms. */
const POLL = 1000;

/** Emits the id of a vehicle when samples of it were acknowledged. */
export const feedOf = oncePerStore(({ store }) => {
  const feed = new EventEmitter().setMaxListeners(0);
  // The embedded database has no other process that stores samples.
  if (store.kind === 'postgres') pollForOthers(store, feed);
  return feed;
});

function pollForOthers(store: Store, feed: EventEmitter): void {
  const known = new Map<string, number>();
  setInterval(async () => {
    const awaited = feed.eventNames().map(String);
    for (const id of known.keys()) if (feed.listenerCount(id) === 0) known.delete(id);
    if (awaited.length === 0) return;
    const rows = await store.db
      .selectFrom('live_feed')
      .select(['vehicle_id', 'last_seq'])
      .where(store.inList('vehicle_id', awaited))
      .execute()
      // The next poll retries.
      .catch(() => []);
    for (const { vehicle_id: id, last_seq } of rows) {
      if (known.get(id) !== last_seq) feed.emit(id);
      known.set(id, last_seq);
    }
  }, POLL).unref();
}
