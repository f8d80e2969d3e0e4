import {
  ColumnNode,
  DeleteQueryNode,
  DeleteResult,
  InsertQueryNode,
  InsertResult,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  RawNode,
  ReferenceNode,
  ReturningNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  UpdateResult,
} from 'kysely';
import type { Value } from '#server/platform/audit/audit-key.ts';
import { type CoveredTable, coveredTables } from './covered-tables.ts';

export type Row = Readonly<Record<string, Value>>;

export interface Change {
  table: string;
  key: string;
  /** The row as written; null if deleted. */
  row: Row | null;
  /** The row before the transaction; null if inserted; undefined if its table was not covered. */
  before: Row | null | undefined;
}

type WriteNode = InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

/**
 * Kysely plugin that collects all rows of covered tables that one transaction changes, by adding
 * `returning *` to its statements. Callers get their usual results. Before an update, the
 * transaction must select all columns of the row, `for update` in a shared database: the chain
 * compares them with its last entry, which reveals changes made outside the portal.
 */
export class ChangeRecorder implements KyselyPlugin {
  readonly #changes = new Map<string, Change>();
  readonly #found = new Map<string, Row>();
  readonly #writes = new WeakMap<QueryId, { table: string; node: WriteNode }>();
  readonly #reads = new WeakMap<QueryId, string>();
  readonly #isShared: boolean;

  /** @param isShared true if a row that was read without a lock may change before it is written */
  constructor({ isShared }: { isShared: boolean }) {
    this.#isShared = isShared;
  }

  get changes(): Change[] {
    return [...this.#changes.values()];
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (RawNode.is(node)) rejectRawWrite(node);
    if (SelectQueryNode.is(node) && (!this.#isShared || isLocking(node))) {
      const read = tableWithAllColumns(node);
      if (read !== undefined) this.#reads.set(queryId, read);
    }
    const table = isWrite(node) ? tableOf(node) : undefined;
    const covered = table === undefined ? undefined : coveredTables[table];
    if (!isWrite(node) || !table || !covered || isExempt(node, covered)) return node;
    if (InsertQueryNode.is(node) && node.onConflict?.updates)
      throw new Error(`${table} is covered by the chain: lock its row, then update or insert it`);
    this.#writes.set(queryId, { table, node });
    const selections = [
      ...(node.returning?.selections ?? []),
      SelectionNode.create(SelectAllNode.create()),
    ];
    return { ...node, returning: ReturningNode.create(selections) };
  }

  async transformResult({
    result,
    queryId,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const read = this.#reads.get(queryId);
    if (read)
      for (const row of result.rows as Row[]) {
        const name = `${read} ${keyOf(read, row)}`;
        if (!this.#changes.has(name) && !this.#found.has(name)) this.#found.set(name, row);
      }
    const write = this.#writes.get(queryId);
    if (!write) return result;
    const { table, node } = write;
    for (const row of result.rows as Row[]) {
      const key = keyOf(table, row);
      const name = `${table} ${key}`;
      const known = this.#changes.get(name);
      const before = known ? known.before : this.#before(name, node, row);
      this.#changes.set(name, { table, key, row: DeleteQueryNode.is(node) ? null : row, before });
    }
    if (node.returning) return result;
    return { ...result, rows: [countOf(node, result.rows.length)] as never };
  }

  #before(name: string, node: WriteNode, row: Row): Row | null | undefined {
    if (InsertQueryNode.is(node)) return null;
    const before = this.#found.get(name) ?? (DeleteQueryNode.is(node) ? row : undefined);
    if (before) return pick(before, Object.keys(row));
    const [table = ''] = name.split(' ');
    if (UpdateQueryNode.is(node) && setsOnly(node, coveredTables[table]?.key)) return undefined;
    throw new Error(
      `${table} is covered by the chain: select all columns of its rows for update before you update them`,
    );
  }
}

export const keyOf = (table: string, row: Row): string =>
  JSON.stringify(coveredTables[table]?.key.map((column) => row[column]));

const isWrite = (node: OperationNode): node is WriteNode =>
  InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node);

function tableOf(node: WriteNode): string | undefined {
  const table = InsertQueryNode.is(node)
    ? node.into
    : UpdateQueryNode.is(node)
      ? node.table
      : node.from.froms[0];
  return table && TableNode.is(table) ? table.table.identifier.name : undefined;
}

const isLocking = ({ endModifiers }: SelectQueryNode): boolean =>
  endModifiers?.some(({ modifier }) => modifier === 'ForUpdate') ?? false;

function tableWithAllColumns({ from, joins, selections = [] }: SelectQueryNode) {
  for (const { selection } of selections) {
    let table: OperationNode | undefined;
    if (SelectAllNode.is(selection) && !joins) table = from?.froms[0];
    else if (ReferenceNode.is(selection) && SelectAllNode.is(selection.column))
      table = selection.table;
    const name = table && TableNode.is(table) ? table.table.identifier.name : '';
    if (Object.hasOwn(coveredTables, name)) return name;
  }
  return undefined;
}

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

const columnsSet = ({ updates = [] }: UpdateQueryNode): string[] =>
  updates.map(({ column }) => (ColumnNode.is(column) ? column.column.name : ''));

const setsOnly = (node: UpdateQueryNode, columns: readonly string[] = []): boolean =>
  columnsSet(node).every((column) => columns.includes(column));

const isExempt = (node: WriteNode, { except }: CoveredTable): boolean =>
  UpdateQueryNode.is(node) && setsOnly(node, except);

/** Matches a writing statement up to the table name, which may have a schema prefix. */
const WRITE =
  /\b(?:(?:insert|replace|merge)\b[\w\s]*?\binto|update(?:\s+or\s+\w+)?|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)/gi;

/** Rejects raw SQL that writes a covered table, because its rows would not be recorded. */
function rejectRawWrite(node: RawNode): void {
  for (const [, table = ''] of textOf(node).matchAll(WRITE))
    if (Object.hasOwn(coveredTables, table.toLowerCase()))
      throw new Error(`${table} is covered by the chain: write it with Kysely's builder`);
}

/**
 * Returns the SQL text of a node. Table nodes become their table names, other nodes that are not raw
 * SQL become `?`.
 */
function textOf(node: OperationNode): string {
  if (TableNode.is(node)) return node.table.identifier.name;
  if (!RawNode.is(node)) return '?';
  const texts = node.parameters.map(textOf);
  return node.sqlFragments.map((part, index) => part + (texts[index] ?? '')).join('');
}

function countOf(node: WriteNode, count: number) {
  if (InsertQueryNode.is(node)) return new InsertResult(undefined, BigInt(count));
  if (UpdateQueryNode.is(node)) return new UpdateResult(BigInt(count), undefined);
  return new DeleteResult(BigInt(count));
}
