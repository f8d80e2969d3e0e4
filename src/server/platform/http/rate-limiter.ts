import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { RateLimitName } from '#contract/error-data.ts';
import { HOUR } from '#lib/words/durations.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from './api-error.ts';

/** `count` uses per `period`, in bursts of up to `count` (generic cell rate algorithm). */
export interface RateLimit {
  kind: RateLimitName;
  subject: string;
  count: number;
  uses?: number;
  /** In ms; one hour by default. */
  period?: number;
}

const periodOf = ({ period = HOUR }: RateLimit) => period;
/** Time until the uses of one call are available again, in ms. */
const stepOf = (limit: RateLimit) => (periodOf(limit) * (limit.uses ?? 1)) / limit.count;

const nameOf = ({ kind, subject }: RateLimit) => `${kind}\n${subject}`;

/** Maximum number of cached rejections, with which a flood is rejected without a query. */
const MAX_REMEMBERED = 10_000;

/**
 * Rate limits shared by all processes on one database (generic cell rate algorithm). Stores, per
 * limit, when all uses are available again. A rejected call consumes nothing.
 */
export class RateLimiter {
  readonly #services: Services;
  readonly #limitedUntil = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  rejectIfLimited(limits: readonly RateLimit[]): void {
    const found = this.#remembered(limits);
    if (found) throw rateLimited(found.kind, found.until, this.#services.now());
  }

  isLimited(limits: readonly RateLimit[]): boolean {
    return this.#remembered(limits) !== undefined;
  }

  #remembered(limits: readonly RateLimit[]) {
    const now = this.#services.now();
    return limits
      .map((limit) => ({ kind: limit.kind, until: this.#limitedUntil.get(nameOf(limit)) ?? 0 }))
      .find(({ until }) => until > now);
  }

  async consume(trx: Transaction<Schema>, limits: readonly RateLimit[]): Promise<void> {
    if (limits.length === 0) return;
    const at = this.#services.now();
    const wanted = limits.map((limit) => ({ ...limit, keys: this.#keysOf(limit) }));
    // Rows are always locked in key order, to avoid deadlocks.
    const rows = wanted
      .flatMap(({ keys }) => keys)
      .sort()
      .map((key) => ({ key, whole_at: at }));
    // Upsert, because a purge may delete the row between a select and an insert.
    const stored = await trx
      .insertInto('allowance')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ whole_at: (eb) => eb.ref('allowance.whole_at') }),
      )
      .returning(['key', 'whole_at'])
      .execute();
    const next = wanted.flatMap(({ keys, ...limit }) => {
      const known = stored.filter(({ key }) => keys.includes(key)).map((row) => row.whole_at);
      const theoreticalArrivalTime = Math.floor(Math.max(...known, at) + stepOf(limit));
      const until = theoreticalArrivalTime - periodOf(limit);
      if (until > at) {
        // Not cached if the limit has `uses`: a call with fewer uses may still be possible.
        if (limit.uses === undefined) this.#remember(nameOf(limit), until);
        throw rateLimited(limit.kind, until, at);
      }
      return keys.map((key) => ({ key, whole_at: theoreticalArrivalTime }));
    });
    await trx
      .insertInto('allowance')
      .values(next)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ whole_at: (eb) => eb.ref('excluded.whole_at') }),
      )
      .execute();
  }

  async refund(trx: Transaction<Schema>, limit: RateLimit): Promise<void> {
    await trx
      .updateTable('allowance')
      .set(({ eb }) => ({ whole_at: eb('whole_at', '-', Math.floor(stepOf(limit))) }))
      .where('key', 'in', this.#keysOf(limit))
      .execute();
  }

  #keysOf(limit: RateLimit): string[] {
    return this.#services.config.SECRET.map((secret) =>
      createHmac('sha256', secret).update(nameOf(limit)).digest('base64url'),
    );
  }

  #remember(name: string, until: number): void {
    this.#limitedUntil.delete(name);
    this.#limitedUntil.set(name, until);
    if (this.#limitedUntil.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#limitedUntil.keys();
    if (oldest !== undefined) this.#limitedUntil.delete(oldest);
  }
}

export async function purgeRateLimits({ store, now }: Services): Promise<void> {
  await store.db.deleteFrom('allowance').where('whole_at', '<=', now()).execute();
}

function rateLimited(rateLimit: RateLimitName, until: number, now: number): ApiError {
  return new ApiError(codes.tooMany, { retryAfter: Math.ceil((until - now) / 1000), rateLimit });
}
