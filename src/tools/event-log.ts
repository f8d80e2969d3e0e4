import { createReadStream } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type LogConformance, type LogNames, replayLog } from '#applications/replay/replay-log.ts';
import { type EventLog, EventLogError } from '#lib/event-log/event-log.ts';
import { type CsvColumns, readCsvLog } from '#lib/event-log/read-csv.ts';
import { readXes } from '#lib/event-log/read-xes.ts';
import { writeCsvLog } from '#lib/event-log/write-csv.ts';
import { writeOcelJson } from '#lib/event-log/write-ocel-json.ts';
import { writeOcelSqlite } from '#lib/event-log/write-ocel-sqlite.ts';
import { writeXes } from '#lib/event-log/write-xes.ts';
import { applicationLog, CASE_TYPE, logColumns } from '#server/insight/event-log.ts';
import { SettingError } from '#server/platform/store/setting-error.ts';
import type { Console } from './console.ts';
import { statusOf, withServices } from './installation.ts';

const help = `The applications' histories as an event log, and logs of others on our machine.

  npm run event-log -- --to applications.xes      XES (IEEE 1849)
  npm run event-log -- --to applications.csv      CSV, a row an event
  npm run event-log -- --to applications.json     OCEL 2.0, JSON
  npm run event-log -- --to applications.sqlite   OCEL 2.0, SQLite
      --names      real application numbers and account ids; without it, pseudonyms that stay the
                   same in every log of this installation until the first value of SECRET changes

  npm run event-log -- --check log.xes [--map names.json] [--json]
  npm run event-log -- --check log.csv --case COLUMN --activity COLUMN --time COLUMN
                       [--resource COLUMN] [--role COLUMN] [--map names.json] [--json]
                   sends each case to the application's machine: fitness, deviations by kind. The map
                   says what the log's words mean:
                   {"activities": {"Submit": "application.file"}, "roles": {"agent": "reviewer"}}

The portal may run meanwhile. DATA_DIR and DATABASE_URL say which one. A file that is there stays.
Exit status: 0; 1 the log has a deviation, or an option or a file is wrong.
`;

/** `npm run event-log`. Answers the number it ends with, 1 when a log deviates. */
export function runEventLog(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const { stdout } = console;
  const run = async () => {
    const { help: isHelp, to, names, check, json, ...columns } = optionsOf(args);
    if (check !== undefined && !isHelp) return checked(check, columns, json ?? false, console);
    if (to === undefined || isHelp) stdout.write(help);
    else
      await withServices(env, async (services) => {
        const { cases, events } = await write(
          applicationLog(services, { named: names ?? false }),
          to,
        );
        stdout.write(`${to}: ${cases} applications, ${events} events\n`);
      });
    return 0;
  };
  return statusOf(console, run, textOf);
}

/** What a person can mend, in words; anything else is a fault of ours. */
function textOf(error: unknown): string | undefined {
  const isOfFile = error instanceof Error && 'syscall' in error;
  const isTold = error instanceof EventLogError || error instanceof SettingError || isOfFile;
  return isTold ? `${(error as Error).message}\nSee --help.` : undefined;
}

function optionsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ help: { ...flag, short: 'h' }, to: text, names: flag, check: text, json: flag },
        ...{ map: text, case: text, activity: text, time: text, resource: text, role: text },
      },
    });
    return values;
  } catch (error) {
    throw new EventLogError((error as Error).message);
  }
}

/** How a log is written, by how the file's name ends. */
const formats: readonly [string, (log: EventLog, path: string) => Promise<void>][] = [
  ['.xes', (log, path) => writeFile(path, writeXes(log))],
  ['.csv', (log, path) => writeFile(path, writeCsvLog(log, logColumns))],
  ['.json', (log, path) => writeFile(path, writeOcelJson(log, CASE_TYPE))],
  ['.sqlite', (log, path) => writeOcelSqlite(log, CASE_TYPE, path)],
];

/** Writes a log in the format of the file's name; answers how much it was. */
async function write(log: EventLog, path: string) {
  const count = { cases: 0, events: 0 };
  const counted = (async function* () {
    for await (const one of log) {
      count.cases++;
      count.events += one.events.length;
      yield one;
    }
  })();
  const format = formats.find(([end]) => path.endsWith(end));
  if (!format)
    throw new EventLogError(`--to ${path}: the name ends with .xes, .csv, .json or .sqlite`);
  await (await open(path, 'wx')).close();
  try {
    await format[1](counted, path);
  } catch (error) {
    await rm(path);
    throw error;
  }
  return count;
}

type Columns = Omit<ReturnType<typeof optionsOf>, 'help' | 'to' | 'names' | 'check' | 'json'>;

async function checked(
  path: string,
  { map, ...columns }: Columns,
  json: boolean,
  console: Console,
) {
  const wanted = path.endsWith('.csv') ? csvColumns(columns) : null;
  const text = createReadStream(path, 'utf8') as AsyncIterable<string>;
  const log = wanted ? readCsvLog(text, wanted) : readXes(text);
  const result = await replayLog(log, map === undefined ? NO_NAMES : await namesIn(map));
  console.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : textOfResult(result));
  return result.deviations.length === 0 ? 0 : 1;
}

function csvColumns({ case: of, activity, time, ...others }: Omit<Columns, 'map'>): CsvColumns {
  if (of === undefined || activity === undefined || time === undefined)
    throw new EventLogError('a log in CSV needs --case, --activity and --time');
  return { case: of, activity, time, ...others };
}

const NO_NAMES: LogNames = { activities: {}, roles: {} };
const words = z._default(z.record(z.string(), z.string()), {});
const namesSchema = z.object({ activities: words, roles: words });

async function namesIn(path: string): Promise<LogNames> {
  const text = await readFile(path, 'utf8');
  try {
    return namesSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new EventLogError(`--map ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function textOfResult(result: LogConformance): string {
  const { cases, fitting, unfinished, events, fitness, deviations } = result;
  const lines = deviations.map(
    ({ count, activity, state, reason, guard, cases }) =>
      `  ${count} × ${activity || '(no filing)'}${state ? ` in ${state}` : ''}: ${guard ?? reason}, as in ${cases[0]}`,
  );
  return [
    `${cases} cases, ${fitting} of them without a deviation, ${unfinished} not ended; ${events} events`,
    `fitness ${fitness.toFixed(4)}: the share of the events that the machine takes`,
    ...lines,
    '',
  ].join('\n');
}

if (import.meta.main)
  process.exitCode = await runEventLog(process.argv.slice(2), process.env, process);
