import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from './api-error.ts';

const HOUR = 60 * 60 * 1000;

/** Rate limit: `count` uses per `period`, all of which may be used at once. */
export interface RateLimit {
  kind: string;
  /** Limited thing; the database stores a keyed digest of it. */
  subject: string;
  count: number;
  /** Uses of one call; 1 by default. */
  uses?: number;
  /** ms; an hour by default. */
  period?: number;
}

const periodOf = ({ period = HOUR }: RateLimit) => period;
/** Time after which the uses of one call are available again, in ms. */
const stepOf = (allowance: RateLimit) =>
  (periodOf(allowance) * (allowance.uses ?? 1)) / allowance.count;

const nameOf = ({ kind, subject }: RateLimit) => `${kind}\n${subject}`;

/** Rejections that are cached, so that a flood is rejected without the database. */
const MAX_REMEMBERED = 10_000;

/**
 * Rate limits that all processes on one database share (generic cell rate algorithm). One instant
 * is stored for each limit: when all of it is available again. A rejected use consumes nothing.
 */
export class RateLimiter {
  readonly #services: Services;
  /** When a use is possible again, by kind and subject, oldest first. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Rejects what was rejected a moment ago, without a query.
   * @throws {ApiError} `tooMany`
   */
  rejectIfLimited(allowances: readonly RateLimit[]): void {
    const until = this.#rememberedUntil(allowances);
    if (until !== null) throw refusedUntil(until, this.#services.now());
  }

  isLimited(allowances: readonly RateLimit[]): boolean {
    return this.#rememberedUntil(allowances) !== null;
  }

  #rememberedUntil(allowances: readonly RateLimit[]): number | null {
    const now = this.#services.now();
    const until = allowances.map((allowance) => this.#refusedUntil.get(nameOf(allowance)) ?? 0);
    return until.find((each) => each > now) ?? null;
  }

  /**
   * Consumes one use of each limit, or none.
   * @throws {ApiError} `tooMany` when a limit is used up
   */
  async take(trx: Transaction<Schema>, allowances: readonly RateLimit[]): Promise<void> {
    const at = this.#services.now();
    const wanted = allowances.map((allowance) => ({
      keys: this.#keysOf(allowance),
      name: nameOf(allowance),
      step: stepOf(allowance),
      period: periodOf(allowance),
      isWeighed: allowance.uses !== undefined,
    }));
    const stored = new Map<string, number>();
    // Everywhere in the same order, to avoid deadlocks.
    for (const key of wanted.flatMap(({ keys }) => keys).sort()) {
      // One statement: concurrent uses wait for the row, and no purge can delete it in between.
      const row = await trx
        .insertInto('allowance')
        .values({ key, whole_at: at })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ whole_at: (eb) => eb.ref('allowance.whole_at') }),
        )
        .returning('whole_at')
        .executeTakeFirstOrThrow();
      stored.set(key, row.whole_at);
    }
    const next: { keys: string[]; whole_at: number }[] = [];
    for (const { keys, name, step, period, isWeighed } of wanted) {
      const known = Math.max(...keys.map((key) => stored.get(key) ?? at));
      const wholeAt = Math.floor(Math.max(known, at) + step);
      const until = wholeAt - period;
      if (until > at) {
        // A call with fewer uses may still fit.
        if (!isWeighed) this.#remember(name, until);
        throw refusedUntil(until, at);
      }
      next.push({ keys, whole_at: wholeAt });
    }
    for (const { keys, whole_at } of next)
      await trx.updateTable('allowance').set({ whole_at }).where('key', 'in', keys).execute();
  }

  async giveBack(trx: Transaction<Schema>, allowance: RateLimit): Promise<void> {
    await trx
      .updateTable('allowance')
      .set(({ eb }) => ({ whole_at: eb('whole_at', '-', Math.floor(stepOf(allowance))) }))
      .where('key', 'in', this.#keysOf(allowance))
      .execute();
  }

  /** One key for each value of `SECRET`, so that processes with another order of them share the limit. */
  #keysOf(allowance: RateLimit): string[] {
    return this.#services.config.SECRET.map((secret) =>
      createHmac('sha256', secret).update(nameOf(allowance)).digest('base64url'),
    );
  }

  #remember(name: string, until: number): void {
    this.#refusedUntil.delete(name);
    this.#refusedUntil.set(name, until);
    if (this.#refusedUntil.size <= MAX_REMEMBERED) return;
    const [eldest] = this.#refusedUntil.keys();
    if (eldest !== undefined) this.#refusedUntil.delete(eldest);
  }
}

/** Deletes limits all of which is available again. */
export async function purgeRateLimits({ store, now }: Services): Promise<void> {
  await store.db.deleteFrom('allowance').where('whole_at', '<=', now()).execute();
}

function refusedUntil(until: number, now: number): ApiError {
  return new ApiError(codes.tooMany, { retryAfter: Math.ceil((until - now) / 1000) });
}
