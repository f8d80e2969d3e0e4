import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { ApiError } from './api-error.ts';

const HOUR = 60 * 60 * 1000;

/** So many uses of one thing at once; after a period the allowance is whole again. */
export interface Allowance {
  kind: string;
  /** Thing that is limited; the database has a keyed digest of it. */
  subject: string;
  count: number;
  /** Uses that one occasion takes; one unless it is given. */
  uses?: number;
  /** ms; an hour unless it is given. */
  period?: number;
}

const periodOf = ({ period = HOUR }: Allowance) => period;
/** Time in which what one occasion takes comes back. */
const stepOf = (allowance: Allowance) =>
  (periodOf(allowance) * (allowance.uses ?? 1)) / allowance.count;

const nameOf = ({ kind, subject }: Allowance) => `${kind}\n${subject}`;

/** Refusals that are remembered, so that a flood is answered without the database. */
const MAX_REMEMBERED = 10_000;

/**
 * Limits that all processes on one database share, by the generic cell rate algorithm: one instant
 * a limit, at which it is whole again. A refused use takes nothing.
 */
export class Allowances {
  readonly #services: Services;
  /** When a use is possible again, by kind and subject; the eldest are forgotten first. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Refuses what was refused a moment ago, without asking the database.
   * @throws {ApiError} `tooMany`
   */
  requireUnrefused(allowances: readonly Allowance[]): void {
    const until = this.#rememberedUntil(allowances);
    if (until !== null) throw refusedUntil(until, this.#services.now());
  }

  /** One of the allowances was refused a moment ago. */
  areRefused(allowances: readonly Allowance[]): boolean {
    return this.#rememberedUntil(allowances) !== null;
  }

  #rememberedUntil(allowances: readonly Allowance[]): number | null {
    const now = this.#services.now();
    const until = allowances.map((allowance) => this.#refusedUntil.get(nameOf(allowance)) ?? 0);
    return until.find((each) => each > now) ?? null;
  }

  /**
   * Uses each of the allowances once, or none of them.
   * @throws {ApiError} `tooMany` when one of them is used up
   */
  async take(trx: Transaction<Schema>, allowances: readonly Allowance[]): Promise<void> {
    const at = this.#services.now();
    const wanted = allowances.map((allowance) => ({
      keys: this.#keysOf(allowance),
      name: nameOf(allowance),
      step: stepOf(allowance),
      period: periodOf(allowance),
      isWeighed: allowance.uses !== undefined,
    }));
    const stored = new Map<string, number>();
    // In one order everywhere, so that no two transactions wait for each other.
    for (const key of wanted.flatMap(({ keys }) => keys).sort()) {
      // One statement: of uses at once each waits for the row, and none finds it just deleted.
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
        // Of what is weighed, something lighter may still fit.
        if (!isWeighed) this.#remember(name, until);
        throw refusedUntil(until, at);
      }
      next.push({ keys, whole_at: wholeAt });
    }
    for (const { keys, whole_at } of next)
      await trx.updateTable('allowance').set({ whole_at }).where('key', 'in', keys).execute();
  }

  /** Undoes one use. */
  async giveBack(trx: Transaction<Schema>, allowance: Allowance): Promise<void> {
    await trx
      .updateTable('allowance')
      .set(({ eb }) => ({ whole_at: eb('whole_at', '-', Math.floor(stepOf(allowance))) }))
      .where('key', 'in', this.#keysOf(allowance))
      .execute();
  }

  /** Keys under each of `SECRET`: processes with another order of it count the same uses. */
  #keysOf(allowance: Allowance): string[] {
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

/** Deletes what is whole again and says nothing any more. */
export async function purgeAllowances({ store, now }: Services): Promise<void> {
  await store.db.deleteFrom('allowance').where('whole_at', '<=', now()).execute();
}

function refusedUntil(until: number, now: number): ApiError {
  return new ApiError(codes.tooMany, { retryAfter: Math.ceil((until - now) / 1000) });
}
