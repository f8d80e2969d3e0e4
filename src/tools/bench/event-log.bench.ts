import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '#lib/event-log/digest-of.ts';
import type { EventLog } from '#lib/event-log/event-log.ts';
import { readXes } from '#lib/event-log/read-xes.ts';
import { writeOcelJson } from '#lib/event-log/write-ocel-json.ts';
import { writeOcelSqlite } from '#lib/event-log/write-ocel-sqlite.ts';
import { writeXes } from '#lib/event-log/write-xes.ts';
import { applicationLog } from '#server/insight/event-log.ts';
import { timed, withServices } from './bench.ts';
import { fillApplications } from './fill-applications.ts';

// The histories of a hundred thousand applications out as event logs, and back from XES: equal by hash,
// with the most memory that the process held meanwhile.

const CASES = 100_000;

const formats: Record<string, (log: EventLog, path: string) => Promise<void>> = {
  xes: (log, path) => writeFile(path, writeXes(log)),
  json: (log, path) => writeFile(path, writeOcelJson(log, 'application')),
  sqlite: (log, path) => writeOcelSqlite(log, 'application', path),
};

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
const report = (what: string, ms: number, more: string) =>
  console.log(
    `${what.padEnd(28)}${(ms / 1000).toFixed(1).padStart(7)} s  ${more}, at most ${megabytes(process.resourceUsage().maxRSS * 1024)} held so far`,
  );

console.log(`Event logs of ${CASES} applications`);

await withServices(async (services) => {
  await fillApplications(services, CASES);
  report('filled', 0, 'nothing written');
  const folder = await mkdtemp(join(tmpdir(), 'bench-logs-'));
  const log = () => applicationLog(services, { named: false });
  try {
    const known = await digestOf(log());
    for (const [format, write] of Object.entries(formats)) {
      const path = join(folder, `log.${format}`);
      const ms = await timed(() => write(log(), path));
      report(`written as ${format}`, ms, megabytes((await stat(path)).size));
      if (format !== 'xes') continue;
      let back = known;
      const read = await timed(async () => {
        back = await digestOf(readXes(createReadStream(path, 'utf8')));
      });
      report('read from xes', read, `${back.cases} cases, ${back.events} events`);
      if (JSON.stringify(back) !== JSON.stringify(known))
        throw new Error(`${JSON.stringify(known)} came back as ${JSON.stringify(back)}`);
      console.log(`equal by hash               ${back.sha256}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
