import { readConfig, SettingError } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { addSignalColumns } from '#server/vehicles/signal-columns.ts';
import type { Console } from './console.ts';
import { type ImportArguments, readArguments } from './import/arguments.ts';
import { help } from './import/help.ts';
import { type Imported, importDrive } from './import/import-drive.ts';
import { ImportError } from './import/import-error.ts';

/** `npm run import`. Answers the number it ends with. */
export async function runImport(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  try {
    const wanted = readArguments(args);
    if (wanted) await importFiles(wanted, env, console);
    else console.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof SettingError)) throw error;
    console.stderr.write(`${error.message}\nNothing of it was imported; see --help.\n`);
    return 1;
  }
}

async function importFiles(
  { files, meanings, vehicle }: ImportArguments,
  env: NodeJS.ProcessEnv,
  { stdout }: Console,
): Promise<void> {
  const config = readConfig(env);
  const store = await openDatabase(config);
  try {
    await addSignalColumns(store);
    for (const file of files) {
      const imported = await importDrive(store, file, meanings, vehicle, Date.now());
      stdout.write(`${file}: ${summaryLine(imported)}\n`);
    }
  } finally {
    await store.close();
  }
}

function summaryLine({ rows, span, signals, replacedDates }: Imported): string {
  if (!span) return `its ${rows} rows were imported before, nothing changed`;
  const [first, last] = [span.first, span.last].map((at) => new Date(at).toISOString());
  const dates = replacedDates ? `, ${replacedDates} with the date of the row before` : '';
  return `${rows} rows from ${first} to ${last}${dates}: ${signals.join(', ')}`;
}

if (import.meta.main)
  process.exitCode = await runImport(process.argv.slice(2), process.env, process);
