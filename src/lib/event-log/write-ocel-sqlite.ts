import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { EventLog } from './event-log.ts';
import { type OcelEvent, type OcelObject, type OcelType, OcelTypes, ocelOf } from './ocel.ts';

/**
 * Writes a log as OCEL 2.0 in SQLite: a table for each type of events and of objects, beside those
 * that name and relate them.
 * @param path a file that is not there yet
 * @param caseType type of the objects that cases are, e.g. `application`
 */
export async function writeOcelSqlite(
  log: EventLog,
  caseType: string,
  path: string,
): Promise<void> {
  const database = new DatabaseSync(path);
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off; ${TABLES} begin`);
    const types = new OcelTypes();
    const writer = new Writer(database, types);
    for await (const logged of log) {
      const { object, events } = ocelOf(logged, caseType, types);
      writer.object(object);
      for (const event of events) writer.event(event);
    }
    database.exec('commit; pragma journal_mode = delete; pragma foreign_key_check');
  } finally {
    database.close();
  }
}

/** Tables that are the same in every log. */
const TABLES = `
  create table event_map_type (ocel_type TEXT primary key, ocel_type_map TEXT not null);
  create table object_map_type (ocel_type TEXT primary key, ocel_type_map TEXT not null);
  create table event (ocel_id TEXT primary key,
    ocel_type TEXT not null references event_map_type (ocel_type));
  create table object (ocel_id TEXT primary key,
    ocel_type TEXT not null references object_map_type (ocel_type));
  create table event_object (ocel_event_id TEXT not null references event (ocel_id),
    ocel_object_id TEXT not null references object (ocel_id), ocel_qualifier TEXT not null,
    primary key (ocel_event_id, ocel_object_id, ocel_qualifier));
  create table object_object (ocel_source_id TEXT not null references object (ocel_id),
    ocel_target_id TEXT not null references object (ocel_id), ocel_qualifier TEXT not null,
    primary key (ocel_source_id, ocel_target_id, ocel_qualifier));`;

const columnTypes: Record<OcelType, string> = {
  string: 'TEXT',
  time: 'TIMESTAMP',
  integer: 'INTEGER',
  float: 'REAL',
  boolean: 'BOOLEAN',
};

type Row = Record<string, string | number | null>;

class Writer {
  readonly #database: DatabaseSync;
  readonly #types: OcelTypes;
  /** Columns of each table of a type. */
  readonly #columns = new Map<string, Set<string>>();
  /** Tables by what and type. */
  readonly #tables = new Map<string, string>();
  readonly #mapped = { event: [] as string[], object: [] as string[] };
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, types: OcelTypes) {
    this.#database = database;
    this.#types = types;
  }

  object({ id, type, attributes }: OcelObject): void {
    const table = this.#table('object', type);
    this.#insert('object', { ocel_id: id, ocel_type: type });
    const [{ time } = { time: '1970-01-01T00:00:00.000Z' }] = attributes;
    const of = { what: 'object', type } as const;
    this.#insert(table, { ocel_id: id, ocel_time: time, ...this.#values(of, table, attributes) });
  }

  event({ id, type, time, attributes, relationships, person }: OcelEvent): void {
    const table = this.#table('event', type);
    this.#insert('event', { ocel_id: id, ocel_type: type });
    const of = { what: 'event', type } as const;
    this.#insert(table, { ocel_id: id, ocel_time: time, ...this.#values(of, table, attributes) });
    if (person && !this.#has(person.id)) this.object({ ...person, attributes: [] });
    for (const { objectId, qualifier } of relationships)
      this.#insert('event_object', {
        ocel_event_id: id,
        ocel_object_id: objectId,
        ocel_qualifier: qualifier,
      });
  }

  #has(id: string): boolean {
    return this.#statement('select 1 from object where ocel_id = ?').get(id) !== undefined;
  }

  /** Name of the table of a type, which is there afterwards. */
  #table(what: 'event' | 'object', type: string): string {
    const known = this.#tables.get(`${what} ${type}`);
    if (known) return known;
    const plain = type.replaceAll(/[^A-Za-z0-9]+/g, '_');
    const isTaken = ['object', 'map_type', ...this.#mapped[what]].includes(plain.toLowerCase());
    const mapped = isTaken ? `${plain}_${this.#tables.size}` : plain;
    // Names of tables that differ in case alone are one.
    this.#mapped[what].push(mapped.toLowerCase());
    const table = `${what}_${mapped}`;
    this.#tables.set(`${what} ${type}`, table);
    const columns = {
      ocel_id: `TEXT not null references ${what} (ocel_id)`,
      ocel_time: 'TIMESTAMP not null',
      ...(what === 'object' && { ocel_changed_field: 'TEXT' }),
    };
    this.#columns.set(table, new Set(Object.keys(columns)));
    const declared = Object.entries(columns).map(([name, kind]) => `${quoted(name)} ${kind}`);
    // An event is once; an object may be at several times.
    if (what === 'event') declared.push('primary key (ocel_id)');
    this.#database.exec(`create table ${quoted(table)} (${declared.join(', ')})`);
    this.#insert(`${what}_map_type`, { ocel_type: type, ocel_type_map: mapped });
    return table;
  }

  /** Values by the columns of a type's table, which are there afterwards. */
  #values(
    { what, type }: { what: 'event' | 'object'; type: string },
    table: string,
    attributes: OcelEvent['attributes'],
  ): Row {
    return Object.fromEntries(
      attributes.map(({ name, value }) => {
        const kind = this.#types.typeOf(what, type, name);
        const known = this.#columns.get(table);
        if (!known?.has(name)) {
          known?.add(name);
          this.#database.exec(
            `alter table ${quoted(table)} add column ${quoted(name)} ${columnTypes[kind]}`,
          );
        }
        return [name, columnValue(kind, value)];
      }),
    );
  }

  #insert(table: string, row: Row): void {
    const names = Object.keys(row).map(quoted);
    const sql = `insert into ${quoted(table)} (${names}) values (${names.map(() => '?')})`;
    this.#statement(sql).run(...Object.values(row));
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function columnValue(type: OcelType, value: string): string | number {
  if (type === 'boolean') return Number(value === 'true');
  if (type !== 'integer' && type !== 'float') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}
