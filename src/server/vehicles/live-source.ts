import { signalNamed } from '#contract/data-catalogue.ts';
import { HOUR, MINUTE } from '#lib/words/durations.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { oncePerStore, type Services } from '#server/platform/database/services.ts';
import { wakeableSleep } from '#server/platform/jobs/worker.ts';
import {
  type Contact,
  CursorExpired,
  type LiveSample,
  type LiveSource,
  type TimeRange,
  type VehicleState,
} from './vehicle-source.ts';

const BATCH = 500;

export function storedLiveSource({ store, now }: Pick<Services, 'store' | 'now'>): LiveSource {
  const latest = async (vehicleId: string, signals?: readonly string[]) => {
    const rows = await store.db
      .selectFrom('latest_sample')
      .select(['signal', 'captured_at', 'received_at', 'value_json'])
      .where('vehicle_id', '=', vehicleId)
      .$if(signals !== undefined, (query) => query.where(store.inList('signal', signals ?? [])))
      .execute();
    return rows.map(sampleOf);
  };
  const feedOf = (vehicleId: string) => findRow(store.db, 'live_feed', { vehicle_id: vehicleId });
  return {
    latest,
    async *changes(vehicleId, cursor, abort) {
      const sleeper = wakeableSleep();
      abort.addEventListener('abort', sleeper.wake);
      const unsubscribe = feedsOf({ store }).subscribe(vehicleId, sleeper.wake);
      try {
        const feed = await feedOf(vehicleId);
        let seq = seqToReadAfter(cursor, feed ?? { last_seq: 0, compacted_seq: 0 });
        yield { samples: [], cursor: String(seq) };
        while (!abort.aborted) {
          const rows = await store.db
            .selectFrom('sample')
            .select(['seq', 'signal', 'captured_at', 'received_at', 'value_json'])
            .where('vehicle_id', '=', vehicleId)
            .where('seq', '>', seq)
            .orderBy('seq')
            .limit(BATCH)
            .execute();
          seq = rows.at(-1)?.seq ?? seq;
          if (rows.length > 0) yield { samples: rows.map(sampleOf), cursor: String(seq) };
          if (rows.length < BATCH) await sleeper.sleep(HOUR);
        }
      } finally {
        unsubscribe();
        abort.removeEventListener('abort', sleeper.wake);
      }
    },
    async contact(vehicleId, range) {
      const [feed, samples] = await Promise.all([
        feedOf(vehicleId),
        latest(vehicleId, stateSignals),
      ]);
      return contactOf(samples, feed?.contact_at ?? null, range, now());
    },
  };
}

type SampleRow = Pick<
  Schema['latest_sample'],
  'signal' | 'captured_at' | 'received_at' | 'value_json'
>;

const sampleOf = ({ signal, captured_at, received_at, value_json }: SampleRow): LiveSample => ({
  signal,
  value: JSON.parse(value_json),
  unit: signalNamed(signal)?.unit || null,
  capturedAt: captured_at,
  receivedAt: received_at,
});

function seqToReadAfter(
  cursor: string | undefined,
  { last_seq, compacted_seq }: Pick<Schema['live_feed'], 'last_seq'> & { compacted_seq: number },
): number {
  if (cursor === undefined) return last_seq;
  const seq = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  // A cursor beyond `last_seq` was issued before a backup was restored.
  if (seq >= compacted_seq && seq <= last_seq) return seq;
  throw new CursorExpired('The cursor is malformed or older than 24 hours');
}

export const IS_MOVING = 'Vehicle.IsMoving';
export const IS_CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
export const SPEED = 'Vehicle.Speed';
const stateSignals = [IS_MOVING, IS_CHARGING, SPEED] as const;

/** Time without contact, in ms, after which a car is unreachable. A parked car sleeps. */
const SILENCE = { driving: 5 * MINUTE, charging: 30 * MINUTE, parked: 24 * HOUR };

export function contactOf(
  samples: readonly LiveSample[],
  contactAt: number | null,
  { from, to }: TimeRange,
  now: number,
): Contact {
  const isInRange = (at: number) => at >= from && at < to;
  const lastContactAt = contactAt !== null && isInRange(contactAt) ? contactAt : null;
  const own = samples.filter(({ capturedAt }) => isInRange(capturedAt));
  const latestOf = (name: string) => own.find(({ signal }) => signal === name)?.value;
  const isDriving = latestOf(IS_MOVING) ?? Number(latestOf(SPEED) ?? 0) > 0;
  const state = isDriving ? 'driving' : latestOf(IS_CHARGING) ? 'charging' : 'parked';
  const isSilent = lastContactAt === null || now - lastContactAt > SILENCE[state];
  const reported: VehicleState = isSilent ? 'unreachable' : state;
  return { lastContactAt, state: reported };
}

const POLL_INTERVAL_MS = 1000;

/** Wakes the readers of a vehicle's samples when new ones are stored, also by other processes. */
export const feedsOf = oncePerStore(({ store }) => {
  const waiting = new Map<string, Set<() => void>>();
  const known = new Map<string, number>();
  let isPolling = false;
  const notify = (vehicleIds: Iterable<string>) => {
    for (const id of vehicleIds) for (const wake of waiting.get(id) ?? []) wake();
  };
  async function poll(): Promise<void> {
    const subscribed = [...waiting.keys()];
    if (subscribed.length > 0) {
      const rows = await store.db
        .selectFrom('live_feed')
        .select(['vehicle_id', 'last_seq'])
        .where(store.inList('vehicle_id', subscribed))
        .execute()
        .catch(() => []);
      for (const { vehicle_id: id, last_seq } of rows) {
        if (known.get(id) !== last_seq) notify([id]);
        if (waiting.has(id)) known.set(id, last_seq);
      }
    }
    isPolling = waiting.size > 0;
    if (isPolling) setTimeout(poll, POLL_INTERVAL_MS);
  }
  return {
    notify,
    subscribe(vehicleId: string, wake: () => void): () => void {
      const own = waiting.get(vehicleId) ?? new Set();
      waiting.set(vehicleId, own.add(wake));
      // The embedded database has no other process that stores samples.
      if (store.kind === 'postgres' && !isPolling) setTimeout(poll, POLL_INTERVAL_MS);
      isPolling = true;
      return () => {
        own.delete(wake);
        if (own.size > 0 || waiting.get(vehicleId) !== own) return;
        waiting.delete(vehicleId);
        known.delete(vehicleId);
      };
    },
  };
});
