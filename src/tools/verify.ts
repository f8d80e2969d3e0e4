import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { verifyAll } from '#server/desk/audit/verify.ts';
import { differenceAt } from './audit.ts';
import { withServices } from './installation.ts';
import { type Command, parsed } from './usage.ts';

export const help = `Checks the pages of the database, the hash of every file and report, and the hash chains.

  portal verify

The portal may be running. DATA_DIR and DATABASE_URL name the installation.
Exit status: 0 nothing was changed; 1 something was changed; 2 invalid option.
`;

export const run: Command = async (args, env, { stdout }) => {
  parsed({ args });
  return withServices(env, async (services) => {
    const damage = await services.store.damage({ whole: true });
    for (const finding of damage) stdout.write(`damaged in the database: ${finding}\n`);
    if (damage.length > 0) {
      stdout.write('Restore a backup first. Files and the chain were not checked.\n');
      return 1;
    }
    await checkInstallation(services.store, services.config);
    const { contents, damaged } = await checkAllContents(services);
    const { broken } = await verifyAll(services);
    stdout.write(`${contents} files and reports checked\n`);
    for (const { place } of damaged) stdout.write(`damaged or missing: ${place}\n`);
    for (const place of broken) stdout.write(`${differenceAt(place)}\n`);
    const isWhole = damaged.length === 0 && broken.length === 0;
    stdout.write(isWhole ? 'Nothing was changed.\n' : 'Something was changed.\n');
    return isWhole ? 0 : 1;
  });
};
