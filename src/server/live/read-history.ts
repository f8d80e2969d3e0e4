import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { Signal } from '#contract/data-catalogue.ts';
import type { historyFormats, liveCalls } from '#contract/live/calls.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { tableFormats } from '#server/reports/table-formats.ts';
import { ARRIVAL, type TimeRange, type VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { ApiProblem } from './api-problem.ts';
import { type LiveAccess, requireGranted } from './granted-signals.ts';
import { instant, openRange } from './read-vehicle.ts';

type HistoryQuery = z.output<typeof liveCalls.history.query>;
type Format = (typeof historyFormats)[keyof typeof historyFormats];

/** Position after a row: its time, and how many rows of that time were delivered. */
interface Position {
  at: number;
  skip: number;
}

export interface History {
  chunks: AsyncGenerator<Uint8Array>;
  /** Query of the next page; null on the last page and without a limit. */
  next: Record<string, string> | null;
}

/**
 * Reads the history in a format. Without `limit` the rows are streamed; a page of `limit` rows is
 * read before it is returned.
 */
export async function readHistory(
  source: VehicleSource,
  access: LiveAccess,
  query: HistoryQuery,
  format: Format,
  now: number,
): Promise<History> {
  const position = query.cursor === undefined ? null : positionIn(query.cursor);
  const open = openRange(access, now);
  const requested = requestedRange(query, position, open);
  const range = { from: Math.max(requested.from, open.from), to: Math.min(requested.to, open.to) };
  // All pages have the same columns, those of the whole range.
  const columnRange = { from: open.from, to: range.to };
  const signals = await columnsOf(source, access, query.signals, columnRange);
  const skip = position?.at === range.from ? position.skip : 0;
  const rows =
    range.from < range.to && signals.length > 0
      ? rowsOf(source, access.sourceVehicleId, signals, range, skip)
      : noRows();
  if (query.limit === undefined) return { chunks: chunksOf(format, signals, rows), next: null };
  const page = await firstRows(rows, query.limit, position);
  return {
    chunks: chunksOf(format, signals, oneBatch(page.rows)),
    next: page.next && {
      ...(query.signals !== undefined && { signals: query.signals }),
      to: instant(range.to),
      limit: String(query.limit),
      cursor: cursorOf(page.next),
    },
  };
}

function requestedRange(
  { from, to }: HistoryQuery,
  position: Position | null,
  open: TimeRange,
): TimeRange {
  const range = {
    from: position?.at ?? (from === undefined ? open.from : Date.parse(from)),
    to: to === undefined ? open.to : Date.parse(to),
  };
  if (range.from <= range.to || from === undefined || to === undefined) return range;
  throw new ApiProblem('invalid-parameter', {
    detail: '`to` is before `from`.',
    errors: [{ parameter: 'to', problem: 'range' }],
  });
}

async function columnsOf(
  source: VehicleSource,
  access: LiveAccess,
  list: string | undefined,
  range: TimeRange,
): Promise<Signal[]> {
  const granted = requireGranted(access, list);
  if (list !== undefined || range.from >= range.to) return granted;
  const names = granted.map(({ name }) => name);
  const counts = await source.counts(access.sourceVehicleId, names, range);
  return granted.filter(({ name }) => counts.has(name));
}

const hasValue = (values: readonly unknown[]) => values.some((value) => value !== null);

/** Yields rows of time, arrival and values, without the first `skip` rows of the time `range.from`. */
async function* rowsOf(
  source: VehicleSource,
  vehicleId: string,
  signals: readonly Signal[],
  range: TimeRange,
  skip: number,
): AsyncGenerator<Row[]> {
  const names = [...signals.map(({ name }) => name), ARRIVAL];
  let left = skip;
  for await (const batch of source.stream(vehicleId, names, range)) {
    const rows: Row[] = [];
    for (const { at, values } of batch) {
      const own = values.slice(0, -1);
      if (!hasValue(own)) continue;
      const arrived = values.at(-1);
      if (left > 0 && at === range.from) left--;
      else rows.push([instant(at), typeof arrived === 'number' ? instant(arrived) : null, ...own]);
    }
    if (rows.length > 0) yield rows;
    await setImmediate();
  }
}

async function firstRows(
  batches: AsyncGenerator<Row[]>,
  limit: number,
  position: Position | null,
): Promise<{ rows: Row[]; next: Position | null }> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length < limit) rows.push(row);
      else return { rows, next: positionAfter(rows, position) };
    }
  }
  return { rows, next: null };
}

function positionAfter(rows: readonly Row[], position: Position | null): Position {
  const last = rows.at(-1)?.[0];
  const at = Date.parse(String(last));
  const same = rows.filter(([time]) => time === last).length;
  return { at, skip: same + (position?.at === at ? position.skip : 0) };
}

const cursorOf = ({ at, skip }: Position) => Buffer.from(`${at}.${skip}`).toString('base64url');

function positionIn(cursor: string): Position {
  const [, at, skip] =
    /^(-?\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at !== undefined && skip !== undefined) return { at: Number(at), skip: Number(skip) };
  throw new ApiProblem('invalid-parameter', {
    errors: [{ parameter: 'cursor', problem: 'format' }],
  });
}

function chunksOf(format: Format, signals: readonly Signal[], rows: AsyncIterable<Row[]>) {
  const table = {
    dataType: 'history',
    hasVehicles: false,
    hasArrivals: true,
    timeNames: ['capturedAt', 'receivedAt'] as const,
    signals,
  };
  const writer = tableFormats.find(({ extension }) => extension === format);
  if (!writer) throw new Error(`No writer for ${format}`);
  return writer.chunks(table, rows);
}

async function* oneBatch(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

async function* noRows(): AsyncGenerator<Row[]> {}
