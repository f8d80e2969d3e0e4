import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { EventLog } from './event-log.ts';
import { type OcelEvent, type OcelObject, OcelTypes, ocelOf } from './ocel.ts';

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
    database.exec(`pragma journal_mode = off; pragma synchronous = off;
      create table event_map_type (ocel_type text primary key, ocel_type_map text not null);
      create table object_map_type (ocel_type text primary key, ocel_type_map text not null);
      create table event (ocel_id text primary key, ocel_type text not null references event_map_type);
      create table object (ocel_id text primary key, ocel_type text not null references object_map_type);
      create table event_object (ocel_event_id text not null references event,
        ocel_object_id text not null references object, ocel_qualifier text not null,
        primary key (ocel_event_id, ocel_object_id, ocel_qualifier));
      create table object_object (ocel_source_id text not null references object,
        ocel_target_id text not null references object, ocel_qualifier text not null,
        primary key (ocel_source_id, ocel_target_id, ocel_qualifier));
      begin`);
    const writer = new Writer(database);
    const types = new OcelTypes();
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

type Row = Record<string, string | number | null>;

class Writer {
  readonly #database: DatabaseSync;
  /** Columns of each table of a type. */
  readonly #columns = new Map<string, Set<string>>();
  /** Tables by what and type. */
  readonly #tables = new Map<string, string>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  object({ id, type, attributes }: OcelObject): void {
    const table = this.#table('object', type, { ocel_changed_field: 'text' });
    this.#insert('object', { ocel_id: id, ocel_type: type });
    const [{ time } = { time: '1970-01-01T00:00:00.000Z' }] = attributes;
    this.#insert(table, { ocel_id: id, ocel_time: time, ...valuesOf(attributes) });
  }

  event({ id, type, time, attributes, relationships, person }: OcelEvent): void {
    const table = this.#table('event', type, {});
    this.#insert('event', { ocel_id: id, ocel_type: type });
    this.#insert(table, { ocel_id: id, ocel_time: time, ...valuesOf(attributes) });
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
  #table(what: 'event' | 'object', type: string, more: Record<string, string>): string {
    const known = this.#tables.get(`${what} ${type}`);
    if (known) return known;
    const plain = type.replaceAll(/[^A-Za-z0-9]+/g, '_');
    const isTaken = this.#columns.has(`${what}_${plain}`);
    const mapped = isTaken ? `${plain}_${this.#tables.size}` : plain;
    const table = `${what}_${mapped}`;
    this.#tables.set(`${what} ${type}`, table);
    const columns = { ocel_id: `text not null references ${what}`, ocel_time: 'text', ...more };
    this.#columns.set(table, new Set(Object.keys(columns)));
    const declared = Object.entries(columns).map(([name, kind]) => `${quoted(name)} ${kind}`);
    this.#database.exec(`create table ${quoted(table)} (${declared.join(', ')})`);
    this.#insert(`${what}_map_type`, { ocel_type: type, ocel_type_map: mapped });
    return table;
  }

  #insert(table: string, row: Row): void {
    const known = this.#columns.get(table);
    for (const name of Object.keys(row)) {
      if (!known || known.has(name)) continue;
      known.add(name);
      this.#database.exec(`alter table ${quoted(table)} add column ${quoted(name)}`);
    }
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

function valuesOf(attributes: OcelEvent['attributes']): Row {
  return Object.fromEntries(
    attributes.map(({ name, value }) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );
}
