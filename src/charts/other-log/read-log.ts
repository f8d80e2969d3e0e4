import { type LogNames, logEvents, replayLog } from '#applications/replay/replay-log.ts';
import { logLimits, MEBIBYTE } from '#contract/limits.ts';
import { csvRows } from '#lib/event-log/csv-rows.ts';
import {
  type EventLog,
  EventLogError,
  keys,
  type LoggedCase,
  type LogProblem,
  valueIn,
} from '#lib/event-log/event-log.ts';
import { type CsvColumns, readCsvLog } from '#lib/event-log/read-csv.ts';
import { readXes } from '#lib/event-log/read-xes.ts';

/** A log that was read: its cases, and the words it has for events and for roles. */
export interface ReadLog {
  cases: LoggedCase[];
  /** Times by activity, the most frequent first. */
  activities: [string, number][];
  roles: string[];
  /** Events of the machine that an activity can mean. */
  events: readonly string[];
}

/** Why a file is no log, for readers: the line and what is meant where they are known. */
export interface ReadProblem {
  kind: LogProblem | 'size' | 'events' | 'encoding';
  line?: number | undefined;
  what?: string | undefined;
}

interface Run {
  signal: AbortSignal;
  /** Called with the share that was read, 0 to 1. */
  onProgress?: (share: number) => void;
}

const PIECE = 256 * 1024;
/** Work after which the page has its turn, ms. */
const TURN = 30;

/** Headings of a log in CSV. */
export async function readHeadings(file: File): Promise<string[]> {
  const signal = new AbortController().signal;
  for await (const { cells } of csvRows(textOf(file, { signal }))) return cells;
  throw new EventLogError('the file is empty', { problem: 'empty' });
}

/**
 * Reads a log from a file, XES without columns. Nothing is sent or stored.
 * @throws what {@link problemOf} tells, or the reason of the signal
 */
export async function readLog(file: File, columns: CsvColumns | null, run: Run): Promise<ReadLog> {
  const text = textOf(file, run);
  const log = columns ? readCsvLog(text, columns) : readXes(text);
  const cases: LoggedCase[] = [];
  const activities = new Map<string, number>();
  const roles = new Set<string>();
  let events = 0;
  for await (const one of log) {
    events += one.events.length;
    if (events > logLimits.maxEvents) throw new Unreadable('events');
    for (const event of one.events) {
      const activity = valueIn(event, keys.name) ?? '';
      activities.set(activity, (activities.get(activity) ?? 0) + 1);
      const role = valueIn(event, keys.role);
      if (role !== undefined) roles.add(role);
    }
    cases.push(one);
  }
  const byTimes = [...activities].sort(([, a], [, b]) => b - a);
  return { cases, activities: byTimes, roles: [...roles], events: logEvents };
}

/** Replays a log on the application's machine while the page goes on. */
export function checkLog({ cases }: ReadLog, names: LogNames, { signal, onProgress }: Run) {
  const log: EventLog = (async function* () {
    let since = performance.now();
    for (const [index, one] of cases.entries()) {
      if (performance.now() - since > TURN) {
        onProgress?.(index / cases.length);
        await new Promise((resolve) => setTimeout(resolve));
        signal.throwIfAborted();
        since = performance.now();
      }
      yield one;
    }
  })();
  return replayLog(log, names);
}

/** What is wrong with a file; null for a fault of another kind. */
export function problemOf(error: unknown): ReadProblem | null {
  if (error instanceof Unreadable) return { kind: error.of };
  if (!(error instanceof EventLogError) || !error.problem) return null;
  return { kind: error.problem, line: error.line, what: error.what };
}

class Unreadable extends Error {
  readonly of: 'size' | 'events' | 'encoding';
  constructor(of: Unreadable['of']) {
    super(of);
    this.of = of;
  }
}

async function* textOf(file: File, { signal, onProgress }: Run): AsyncGenerator<string> {
  if (file.size > logLimits.maxMebibytes * MEBIBYTE) throw new Unreadable('size');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: ArrayBuffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new Unreadable('encoding');
    }
  };
  for (let start = 0; start < file.size; start += PIECE) {
    yield decoded(await file.slice(start, start + PIECE).arrayBuffer());
    signal.throwIfAborted();
    onProgress?.(Math.min(1, (start + PIECE) / file.size));
  }
  yield decoded();
}
