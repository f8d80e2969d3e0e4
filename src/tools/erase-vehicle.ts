import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { eraseVehicle } from '#server/vehicles/erase-vehicle.ts';
import { withServices } from './installation.ts';
import { type Command, parsed, ToolError, UsageError } from './usage.ts';

export const help = `Erases a vehicle with all of its data and its links to accounts. This cannot be undone.

  portal erase-vehicle <VIN>

Applications about it and delivered reports remain for their retention periods. The portal may be
running. DATA_DIR and DATABASE_URL name the installation.
`;

export const run: Command = async (args, env, { stdout }) => {
  const [vin, ...more] = parsed({ args, allowPositionals: true }).positionals;
  if (vin === undefined || more.length > 0) throw new UsageError('Name exactly one VIN');
  return withServices(env, async (services) => {
    await checkInstallation(services.store, services.config);
    const erased = await eraseVehicle(services, vin, COMMAND_LINE);
    if (!erased)
      throw new ToolError(`There is no vehicle with the VIN ${vin}; nothing was erased.`);
    const { rows, objects } = erased;
    stdout.write(`${vin}: ${rows} rows and ${objects} objects of series were erased\n`);
    return 0;
  });
};
