import { open, rm, writeFile } from 'node:fs/promises';
import { type EventLog, writeCsvLog, writeXes } from '#lib/event-log/event-log.ts';
import { applicationLog, logColumns } from '#server/figures/event-log.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { statusOf, withServices } from './installation.ts';
import { type Console, parsed, UsageError } from './usage.ts';

const help = `Writes the histories of all applications as an event log for process mining.

  npm run event-log -- --to applications.xes      XES (IEEE 1849)
  npm run event-log -- --to applications.csv      CSV, one row per event
      --names      real application numbers and account ids; without it, pseudonyms that stay the
                   same in every log of this installation until the first value of SECRET changes

The portal may be running. DATA_DIR and DATABASE_URL name the installation. An existing file is not
overwritten.
Exit status: 0 success; 1 invalid option or file.
`;

export function runEventLog(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const run = async () => {
    const { values } = parsed({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        to: { type: 'string' },
        names: { type: 'boolean', default: false },
      },
    });
    const { to, names, help: isHelp } = values;
    if (to === undefined || isHelp) console.stdout.write(help);
    else
      await withServices(env, async (services) => {
        const { cases, events } = await write(applicationLog(services, { named: names }), to);
        console.stdout.write(`${to}: ${cases} applications, ${events} events\n`);
      });
    return 0;
  };
  return statusOf(console, run, textOf);
}

function textOf(error: unknown): string | undefined {
  const isExpected =
    error instanceof UsageError ||
    error instanceof SettingError ||
    (error instanceof Error && 'syscall' in error);
  return isExpected ? `${(error as Error).message}\nSee --help.` : undefined;
}

async function write(log: EventLog, path: string) {
  const count = { cases: 0, events: 0 };
  const counted = (async function* () {
    for await (const one of log) {
      count.cases++;
      count.events += one.events.length;
      yield one;
    }
  })();
  const text = path.endsWith('.xes')
    ? writeXes(counted)
    : path.endsWith('.csv')
      ? writeCsvLog(counted, logColumns)
      : null;
  if (!text) throw new UsageError(`--to ${path}: the name must end with .xes or .csv`);
  await (await open(path, 'wx')).close();
  try {
    await writeFile(path, text);
  } catch (error) {
    await rm(path);
    throw error;
  }
  return count;
}

if (import.meta.main)
  process.exitCode = await runEventLog(process.argv.slice(2), process.env, process);
