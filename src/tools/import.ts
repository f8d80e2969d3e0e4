import { readConfig, SettingError } from '#server/config.ts';
import { openStore } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations.ts';
import { type ImportArguments, readArguments } from './import/arguments.ts';
import { help } from './import/help.ts';
import { type Imported, importDrive } from './import/import-drive.ts';
import { ImportError } from './import/import-error.ts';

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await run(wanted);
  else process.stdout.write(help);
} catch (error) {
  if (!(error instanceof ImportError || error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\nNothing of it was imported; --help tells more.\n`);
  process.exitCode = 1;
}

async function run({ files, meanings, vehicle }: ImportArguments): Promise<void> {
  const config = readConfig(process.env);
  const store = openStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    await migrate(store.db);
    for (const file of files) {
      const imported = await importDrive(store, file, meanings, vehicle, Date.now());
      process.stdout.write(`${file}: ${told(imported)}\n`);
    }
  } finally {
    await store.close();
  }
}

function told({ rows, span, signals, replacedDates }: Imported): string {
  if (!span) return `its ${rows} rows were imported before, nothing changed`;
  const [first, last] = [span.first, span.last].map((at) => new Date(at).toISOString());
  const dates = replacedDates ? `, ${replacedDates} with the date of the row before` : '';
  return `${rows} rows from ${first} to ${last}${dates}: ${signals.join(', ')}`;
}
