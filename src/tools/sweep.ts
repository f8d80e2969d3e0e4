import { cleanUpFiles, cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { TooManyRemovals } from '#server/platform/storage/local-files.ts';
import { withServices } from './installation.ts';
import { type Command, parsed, ToolError } from './usage.ts';

export const help = `Moves files that the database does not reference to the trash, as the portal does every hour.

  portal sweep             stops if that would affect more than 1 % of the files
  portal sweep --remove    moves them in any case
`;

export const run: Command = async (args, env, { stdout }) => {
  const options = { remove: { type: 'boolean', default: false } } as const;
  const { remove: isConfirmed } = parsed({ args, options }).values;
  return withServices(env, async (services) => {
    await checkInstallation(services.store, services.config);
    const files = await cleanUpFiles(services, isConfirmed);
    const reports = await cleanUpReports(services, isConfirmed);
    stdout.write(`${files} files and ${reports} reports moved to the trash\n`);
    return 0;
  }).catch((error) => {
    throw error instanceof TooManyRemovals ? new ToolError(error.message) : error;
  });
};
