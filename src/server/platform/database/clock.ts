import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Maximum clock offsets in ms: for deadlines, and for judging the leases of other processes. */
const MAX_OFFSET = 60_000;
export const MAX_LEASE_OFFSET = 5_000;

/** Clock of this machine compared with PostgreSQL's. The embedded database has the same clock. */
export class DatabaseClock {
  readonly #db: Kysely<Schema> | null;
  msAhead = 0;

  constructor({ kind, db }: { kind: 'embedded' | 'postgres'; db: Kysely<Schema> }) {
    this.#db = kind === 'postgres' ? db : null;
  }

  get isOff(): boolean {
    return Math.abs(this.msAhead) > MAX_OFFSET;
  }

  get canLease(): boolean {
    return Math.abs(this.msAhead) <= MAX_LEASE_OFFSET;
  }

  async measure(): Promise<string | null> {
    if (!this.#db) return null;
    const before = Date.now();
    const { rows } = await sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(this.#db);
    const after = Date.now();
    const there = Number(rows[0]?.at);
    // A difference within the duration of the query may be network delay.
    if (there > after) this.msAhead = after - there;
    else this.msAhead = there < before ? before - there : 0;
    if (Math.abs(this.msAhead) <= MAX_LEASE_OFFSET) return null;
    const seconds = Math.round(Math.abs(this.msAhead) / 1000);
    return `the clock of this machine is ${seconds} s ${this.msAhead > 0 ? 'ahead of' : 'behind'} the database's`;
  }
}
