import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** A period of filing, in which applications are counted together: thirty days, ms. */
const PERIOD = 2_592_000_000;

/** Columns of a tally: what is counted together, and what is added up of each row. */
interface Tally {
  table: 'step_tally' | 'course_tally';
  of: 'step' | 'course';
  /** Key columns, each with its value in a row. */
  key: Record<string, (row: RawBuilder<unknown>) => RawBuilder<unknown>>;
  sums: Record<string, (row: RawBuilder<unknown>) => RawBuilder<unknown>>;
}

const itself = (column: string) => (row: RawBuilder<unknown>) => sql`${row}.${sql.ref(column)}`;
const period = (row: RawBuilder<unknown>) => sql`${row}.filed_at / ${sql.lit(PERIOD)}`;
const one = () => sql`1`;

const steps: Tally = {
  table: 'step_tally',
  of: 'step',
  key: {
    from_code: itself('from_code'),
    event: itself('event'),
    to_code: itself('to_code'),
    // Stays whose lengths differ by less than five in a hundred.
    length: (row) => sql`case when ${row}.waited >= 1
      then cast(floor(ln(cast(${row}.waited as double precision)) * 20) as integer) else -1 end`,
    kind: itself('kind'),
    outcome: itself('outcome'),
    period,
  },
  sums: {
    count: one,
    waited: (row) => sql`coalesce(${row}.waited, 0)`,
    second: (row) => sql`case when ${row}.visit = 2 then 1 else 0 end`,
    again: (row) => sql`case when ${row}.visit > 1 then 1 else 0 end`,
  },
};

const courses: Tally = {
  table: 'course_tally',
  of: 'course',
  key: {
    codes: itself('codes'),
    kind: itself('kind'),
    outcome: itself('outcome'),
    replayed_by: (row) => sql`coalesce(${row}.replayed_by, '')`,
    period,
  },
  sums: { count: one, assumed: itself('assumed') },
};

const types: Record<string, string> = {
  event: 'text',
  codes: 'text',
  kind: 'text',
  replayed_by: 'text',
  waited: 'bigint',
};

/**
 * Adds the tallies that the figures are summed up from, so that a million applications are counted
 * by some hundred thousand rows. The database keeps them itself, by triggers: whatever process of
 * whichever release writes steps and courses, they agree with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Of many millions of steps the tallies take longer than a statement may.
  if (isPostgres) await sql`set local statement_timeout = 0`.execute(db);
  for (const tally of [steps, courses]) {
    await createTable(db, tally, isPostgres);
    if (isPostgres) await countByFunction(db, tally);
    else await countByTriggers(db, tally);
    await fill(db, tally);
  }
  // Applications of the days at the ends of a filter, which are counted one by one.
  await db.schema
    .createIndex('step_filed')
    .on('step')
    .columns(['filed_at', 'kind', 'outcome', 'from_code', 'event', 'to_code', 'waited', 'visit'])
    .execute();
  // Deviations that are alike, with the applications in order.
  await db.schema
    .createIndex('deviation_case')
    .on('deviation')
    .columns(['event', 'from_state', 'to_state', 'kind', 'role', 'reason', 'guard'])
    .column('application_number')
    .execute();
  await db.schema.dropIndex('deviation_alike').execute();
  // A sample of applications that chance chose: the milliseconds of a filing by a prime.
  await db.schema
    .createIndex('course_by_chance')
    .on('course')
    .expression(sql`(filed_at % 999983), application_number, filed_at, kind, outcome`)
    .execute();
}

async function createTable(db: Kysely<unknown>, { table, key, sums }: Tally, isPostgres: boolean) {
  const columns = [...Object.keys(key), ...Object.keys(sums)].map(
    (name) => sql`${sql.ref(name)} ${sql.raw(types[name] ?? 'integer')} not null`,
  );
  await sql`create table ${sql.table(table)} (${sql.join(columns)}, primary key (${names(key)}))
    ${sql.raw(isPostgres ? '' : 'without rowid')}`.execute(db);
}

/** What is there already. */
async function fill(db: Kysely<unknown>, { table, of, key, sums }: Tally): Promise<void> {
  const row = sql.table(of);
  const keys = values(key, row);
  const totals = Object.values(sums).map((value) => sql`sum(${value(row)})`);
  await sql`insert into ${sql.table(table)} (${names(key)}, ${names(sums)})
    select ${sql.join([...keys, ...totals])} from ${row} group by ${sql.join(keys)}`.execute(db);
}

async function countByTriggers(db: Kysely<unknown>, tally: Tally): Promise<void> {
  const { of } = tally;
  const on = (event: string, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.ref(`${of}_${event}_counted`)} after ${sql.raw(event)} on ${sql.table(of)}
      begin ${body} end`.execute(db);
  await on('insert', added(tally));
  await on('delete', takenAway(tally));
  await on('update', sql`${takenAway(tally)} ${added(tally)}`);
}

async function countByFunction(db: Kysely<unknown>, tally: Tally): Promise<void> {
  const { of } = tally;
  const name = sql.ref(`count_${of}`);
  await sql`create function ${name}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${takenAway(tally)} end if;
      if tg_op <> 'DELETE' then ${added(tally)} end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger ${sql.ref(`${of}_counted`)} after insert or update or delete
    on ${sql.table(of)} for each row execute function ${name}()`.execute(db);
}

function added({ table, key, sums }: Tally): RawBuilder<unknown> {
  const row = sql.raw('new');
  const more = Object.keys(sums).map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.table(table)}.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  return sql`insert into ${sql.table(table)} (${names(key)}, ${names(sums)})
    values (${sql.join([...values(key, row), ...values(sums, row)])})
    on conflict (${names(key)}) do update set ${sql.join(more)};`;
}

/** A row that nothing is counted in is not kept. */
function takenAway({ table, key, sums }: Tally): RawBuilder<unknown> {
  const row = sql.raw('old');
  const less = Object.entries(sums).map(
    ([name, value]) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${value(row)}`,
  );
  const isIt = sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value(row)}`),
    sql` and `,
  );
  return sql`update ${sql.table(table)} set ${sql.join(less)} where ${isIt};
    delete from ${sql.table(table)} where ${isIt} and ${sql.ref('count')} = 0;`;
}

const names = (columns: object) => sql.join(Object.keys(columns).map((name) => sql.ref(name)));
const values = (columns: Tally['key'], row: RawBuilder<unknown>) =>
  Object.values(columns).map((value) => value(row));
