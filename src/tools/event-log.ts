import { open, rm, writeFile } from 'node:fs/promises';
import { type EventLog, writeCsvLog, writeXes } from '#lib/event-log/event-log.ts';
import { applicationLog, logColumns } from '#server/figures/event-log.ts';
import { withServices } from './installation.ts';
import { type Command, parsed, UsageError } from './usage.ts';

export const help = `Writes the histories of all applications as an event log for process mining.

  portal event-log --to applications.xes      XES (IEEE 1849)
  portal event-log --to applications.csv      CSV, one row per event
      --names      real application numbers and account ids; without it, pseudonyms that stay the
                   same in every log of this installation until the first value of SECRET changes

The portal may be running. DATA_DIR and DATABASE_URL name the installation. An existing file is not
overwritten.
Exit status: 0 success; 1 invalid file; 2 invalid option.
`;

export const run: Command = async (args, env, { stdout }) => {
  const options = { to: { type: 'string' }, names: { type: 'boolean', default: false } } as const;
  const { to, names } = parsed({ args, options }).values;
  if (to === undefined) throw new UsageError('Name the file of the log: --to');
  return withServices(env, async (services) => {
    const { cases, events } = await writeLog(applicationLog(services, { named: names }), to);
    stdout.write(`${to}: ${cases} applications, ${events} events\n`);
    return 0;
  });
};

async function writeLog(log: EventLog, path: string) {
  const count = { cases: 0, events: 0 };
  const counted = (async function* () {
    for await (const trace of log) {
      count.cases++;
      count.events += trace.events.length;
      yield trace;
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
