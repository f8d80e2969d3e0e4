import { cleanUpFiles, cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { TooManyRemovals } from '#server/platform/storage/local-files.ts';
import { statusOf, withServices } from './installation.ts';
import type { Console } from './usage.ts';

const help = `Moves files that the database does not reference to the trash, as the portal does every hour.

  npm run sweep                stops if that would affect more than 1 % of the files
  npm run sweep -- --remove    moves them in any case
`;

export async function runSweep(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const { stdout } = console;
  const isConfirmed = args.length === 1 && args[0] === '--remove';
  if (args.length > 0 && !isConfirmed) {
    stdout.write(help);
    return args[0] === '--help' ? 0 : 2;
  }
  const run = () =>
    withServices(env, async (services) => {
      await checkInstallation(services.store, services.config);
      const files = await cleanUpFiles(services, isConfirmed);
      const reports = await cleanUpReports(services, isConfirmed);
      stdout.write(`${files} files and ${reports} reports moved to the trash\n`);
      return 0;
    });
  return statusOf(console, run, (error) =>
    error instanceof SettingError || error instanceof TooManyRemovals ? error.message : undefined,
  );
}

if (import.meta.main)
  process.exitCode = await runSweep(process.argv.slice(2), process.env, process);
