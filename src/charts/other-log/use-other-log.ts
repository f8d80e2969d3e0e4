import { useEffect, useRef, useState } from 'react';
import type { LogConformance, LogNames } from '#applications/replay/replay-log.ts';
import type { CsvColumns } from '#lib/event-log/read-csv.ts';
import type { ReadLog, ReadProblem } from './read-log.ts';

/** How far a file has come. */
interface OtherLog {
  /** A file in CSV, whose columns are asked for. */
  table?: { file: File; headings: readonly string[] };
  log?: ReadLog;
  result?: LogConformance;
  /** Share of the work under way that is done, 0 to 1. */
  share?: number;
  /** Why the file is no log; null for a reason that we cannot tell. */
  problem?: ReadProblem | null;
}

type Work = (run: {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}) => Promise<Partial<OtherLog>>;

/** Readers and the machine load with the first file. */
const reader = () => import('./read-log.ts');

/** Reads and replays a log in this browser; another file, and leaving the page, stop it. */
export function useOtherLog() {
  const [state, setState] = useState<OtherLog>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(known: OtherLog, work: Work) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: OtherLog) => {
      if (!signal.aborted) setState(next);
    };
    show({ ...known, share: 0 });
    try {
      const onProgress = (share: number) => show({ ...known, share });
      show({ ...known, ...(await work({ signal, onProgress })) });
    } catch (error) {
      const { problemOf } = await reader();
      show({ ...known, problem: problemOf(error) });
    }
  }

  const { table, log } = state;
  const kept = table ? { table } : {};
  const read = (known: OtherLog, file: File, columns: CsvColumns | null) =>
    run(known, async (running) => ({
      log: await (await reader()).readLog(file, columns, running),
    }));

  return {
    ...state,
    choose: (file: File | undefined) => {
      if (file && !/\.csv$/i.test(file.name)) return read({}, file, null);
      return run({}, async () => {
        if (!file) return {};
        return { table: { file, headings: await (await reader()).readHeadings(file) } };
      });
    },
    readTable: (columns: CsvColumns) => table && read(kept, table.file, columns),
    replay: (names: LogNames) =>
      log &&
      run({ ...kept, log }, async (running) => ({
        result: await (await reader()).checkLog(log, names, running),
      })),
  };
}
