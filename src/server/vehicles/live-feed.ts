import type { Store } from '#server/platform/database/database.ts';

const POLL_INTERVAL_MS = 1000;

class LiveFeeds {
  readonly #store: Store;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #known = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  subscribe(vehicleId: string, wake: () => void): () => void {
    const waiting = this.#waiting.get(vehicleId) ?? new Set();
    this.#waiting.set(vehicleId, waiting.add(wake));
    // The embedded database has no other process that stores samples.
    if (this.#store.kind === 'postgres')
      this.#timer ??= setTimeout(() => this.#poll(), POLL_INTERVAL_MS);
    return () => {
      waiting.delete(wake);
      if (waiting.size > 0 || this.#waiting.get(vehicleId) !== waiting) return;
      this.#waiting.delete(vehicleId);
      this.#known.delete(vehicleId);
    };
  }

  notify(vehicleIds: Iterable<string>): void {
    for (const id of vehicleIds) for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  async #poll(): Promise<void> {
    const subscribed = [...this.#waiting.keys()];
    if (subscribed.length > 0) {
      const rows = await this.#store.db
        .selectFrom('live_feed')
        .select(['vehicle_id', 'last_seq'])
        .where(this.#store.inList('vehicle_id', subscribed))
        .execute()
        .catch(() => []);
      for (const { vehicle_id: id, last_seq } of rows) {
        if (this.#known.get(id) !== last_seq) this.notify([id]);
        if (this.#waiting.has(id)) this.#known.set(id, last_seq);
      }
    }
    this.#timer =
      this.#waiting.size > 0 ? setTimeout(() => this.#poll(), POLL_INTERVAL_MS) : undefined;
  }
}

const feeds = new WeakMap<Store, LiveFeeds>();

export function feedsOf(store: Store): LiveFeeds {
  const known = feeds.get(store) ?? new LiveFeeds(store);
  feeds.set(store, known);
  return known;
}

export const notifyFeeds = (store: Store, vehicleIds: Iterable<string>) =>
  feedsOf(store).notify(vehicleIds);
