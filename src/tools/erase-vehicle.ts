import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { eraseVehicle } from '#server/vehicles/erase-vehicle.ts';
import { statusOf, withServices } from './installation.ts';
import type { Console } from './usage.ts';

const help = `Erases a vehicle with all of its data and its links to accounts. This cannot be undone.

  npm run erase-vehicle -- <VIN>

Applications about it and delivered reports remain for their retention periods. The portal may be
running. DATA_DIR and DATABASE_URL name the installation.
`;

export async function runEraseVehicle(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const { stdout, stderr } = console;
  const [vin, ...more] = args;
  if (vin === undefined || vin.startsWith('-') || more.length > 0) {
    stdout.write(help);
    return vin === '--help' ? 0 : 2;
  }
  const run = () =>
    withServices(env, async (services) => {
      await checkInstallation(services.store, services.config);
      const erased = await eraseVehicle(services, vin, COMMAND_LINE);
      if (!erased) {
        stderr.write(`There is no vehicle with the VIN ${vin}; nothing was erased.\n`);
        return 1;
      }
      const { rows, objects } = erased;
      stdout.write(`${vin}: ${rows} rows and ${objects} objects of series were erased\n`);
      return 0;
    });
  return statusOf(console, run, (error) =>
    error instanceof SettingError ? error.message : undefined,
  );
}

if (import.meta.main)
  process.exitCode = await runEraseVehicle(process.argv.slice(2), process.env, process);
