import { startCopier } from '#server/reports/report-jobs.ts';
import { withServices } from '#tools/installation.ts';

// A process that generates recipients' copies until it is killed.
await withServices(process.env, async (services) => {
  const copier = startCopier(services);
  process.stdout.write('at work\n');
  await new Promise(() => {});
  await copier.stop();
});
