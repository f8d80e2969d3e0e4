import { checkInstallation } from '#server/applications/reports/installation.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { addSignalsOf } from '#server/reports/signals-file.ts';
import { jsonOf } from '#server/reports/table-formats.ts';
import { type ImportArguments, readArguments } from './import/arguments.ts';
import { type Imported, importDrive } from './import/import-drive.ts';
import { ImportError } from './import/import-error.ts';
import { readFile } from './import/read-file.ts';
import { type ImportVehicle, saveVehicle } from './import/save-vehicle.ts';
import { storedImport, undoImport } from './import/undo-import.ts';
import { withServices } from './installation.ts';
import { type Command, type Console, ToolError } from './usage.ts';

const SAMPLE = 3;

export const run: Command = async (args, env, console) => {
  const done: string[] = [];
  let removeSignals = () => {};
  try {
    removeSignals = addSignalsOf(env.SIGNALS_FILE);
    const wanted = readArguments(args);
    const work = (services: Services) => importFiles(services, wanted, console, done);
    if (wanted.isDryRun) await tryFiles(wanted, console);
    else await withServices(env, work, { mayBegin: true });
    return 0;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof SettingError)) throw error;
    const files = done.length > 0 ? `Only ${done.join(', ')}` : 'Nothing';
    const verb = args.includes('--undo') ? 'undone' : 'imported';
    throw new ToolError(`${error.message}\n${files} was ${verb}; see --help.`);
  } finally {
    removeSignals();
  }
};

async function tryFiles({ files, meanings }: ImportArguments, { stdout }: Console): Promise<void> {
  for (const file of files)
    await readFile(file, meanings, async (reader, batches) => {
      const { signals } = reader;
      const sample: string[] = [];
      let count = 0;
      for await (const { at, values } of batches) {
        for (const [row, instant] of at.subarray(0, SAMPLE - sample.length).entries()) {
          const cells = signals.map(
            (name, index) => `"${name}":${jsonOf(values[index]?.[row] ?? null)}`,
          );
          sample.push(`${new Date(instant).toISOString()} {${cells}}`);
        }
        count += at.length;
      }
      stdout.write(
        `${file}: ${count} rows would be stored${reader.changes}, for example:\n${sample.join('\n')}\n`,
      );
    });
}

async function importFiles(
  services: Services,
  { files, meanings, vehicle, isUndo, replaced }: ImportArguments,
  { stdout }: Console,
  done: string[],
): Promise<void> {
  await checkInstallation(services.store, services.config);
  if (files.length === 0) await linkKnown(services, vehicle);
  for (const file of files) {
    if (isUndo) {
      const rows = await undoImport(services, file, vehicle.vin);
      stdout.write(`${file}: import of ${rows} rows undone\n`);
      done.push(file);
      continue;
    }
    const earlier =
      replaced === undefined ? undefined : await storedImport(services, replaced, vehicle.vin);
    const imported = await importDrive(services, file, meanings, vehicle, earlier);
    stdout.write(`${file}: ${summaryLine(imported)}\n`);
    done.push(file);
    if (earlier) stdout.write(`${replaced}: import of ${earlier.rows} rows undone\n`);
  }
  const { accounts, vin, link } = vehicle;
  const behalf = link.onBehalfOf === undefined ? '' : ` on behalf of ${link.onBehalfOf}`;
  if (!isUndo && accounts.length > 0)
    stdout.write(`${vin}: linked to ${accounts.join(', ')}${behalf}\n`);
}

async function linkKnown(services: Services, vehicle: ImportVehicle): Promise<void> {
  await services.store.transact(async (trx) => {
    const found = await findRow(trx, 'vehicle', { vin: vehicle.vin });
    if (!found) throw new ImportError(`no vehicle has the VIN ${vehicle.vin}: add --file`);
    await saveVehicle({ services, trx }, found.id, vehicle);
  });
}

function summaryLine({ rows, span, signals, changes }: Imported): string {
  if (!span) return `imported before with ${rows} rows; no row is new`;
  const [first, last] = [span.first, span.last].map((at) => new Date(at).toISOString());
  return `${rows} rows from ${first} to ${last}${changes}: ${signals.join(', ')}`;
}
