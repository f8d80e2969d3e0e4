import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { memoryOf, percentile } from './measure.ts';

/*
 * Elapsed seconds and peak memory of `portal import` for each form of file, compared with DuckDB alone,
 * which reads, sorts and writes the same file to Parquet; and the stored values that differ from the file.
 *   npm run bench -- import --rows 2000000
 */

/** Goals. */
const MAX_OF_DUCKDB = 3;
const MAX_MEGABYTES = 400;
const ROUNDS = 3;
const VIN = 'VF1ACVYB012345678';

const columns = {
  Instant: `strftime(timestamp '2024-01-01' + to_seconds(i), '%Y-%m-%dT%H:%M:%SZ')`,
  'Vehicle.Speed': '(i % 9000) / 100',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed': '(8754 - (i % 7000)) / 100',
  'Vehicle.Powertrain.Transmission.CurrentGear': '(i % 3 - 1)::bigint',
  'Vehicle.CurrentLocation.Latitude': '(33986225 + (i % 50000)) / 1e6',
  'Vehicle.CurrentLocation.Longitude': '(-6725523 - (i % 50000)) / 1e6',
  'Vehicle.CurrentLocation.Altitude': '(140 + (i % 60))::double',
  'Vehicle.Exterior.AirTemperature': '(200 + (i % 100)) / 10',
};
const forms: Readonly<Record<string, { copy: string; read: string }>> = {
  'drive.csv': { copy: 'format csv', read: 'read_csv' },
  'drive.csv.gz': { copy: 'format csv, compression gzip', read: 'read_csv' },
  'drive.jsonl': { copy: 'format json', read: 'read_json' },
  'drive.jsonl.gz': { copy: 'format json, compression gzip', read: 'read_json' },
  'snappy.parquet': { copy: 'format parquet, compression snappy', read: 'read_parquet' },
  'lz4raw.parquet': { copy: 'format parquet, compression lz4_raw', read: 'read_parquet' },
};
const readOf = (path: string) =>
  `${Object.entries(forms).find(([name]) => path.endsWith(name))?.[1].read}('${path}')`;

async function runSql(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

interface Run {
  seconds: number;
  megabytes: number;
}

function measured(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const start = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0, 'VmHWM') || 0);
  }, 20);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(timer);
      const seconds = (performance.now() - start) / 1000;
      if (code === 0) resolve({ seconds, megabytes });
      else reject(new Error(`${command} ${args.join(' ')} failed`));
    });
  });
}

/** Rows of the file that are not stored, and stored rows that are not in the file. */
async function differences(file: string, dataDir: string): Promise<number> {
  const [time = '', ...signals] = Object.keys(columns).map((name) => `"${name}"`);
  const own = `select ${time}::timestamptz as instant, ${signals.map((name) => `${name}::double as ${name}`)} from ${readOf(file)}`;
  const stored = `select "at"::timestamptz as instant, ${signals} from read_parquet('${dataDir}/series/*', union_by_name = true)`;
  const [[count] = []] = await runSql(
    `select (select count(*) from (${own} except all ${stored})) + (select count(*) from (${stored} except all ${own}))`,
  );
  return Number(count);
}

async function measure(folder: string, rows: number): Promise<void> {
  const portal = fileURLToPath(new URL('../../src/tools/portal.sh', import.meta.url));
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`);
  console.log(`Import of ${rows.toLocaleString('en')} rows of ${selected.length} columns`);
  for (const [name, { copy }] of Object.entries(forms)) {
    const file = join(folder, name);
    await runSql(`copy (select ${selected} from range(${rows}) t(i)) to '${file}' (${copy})`);
    const alone: Run[] = [];
    const imported: Run[] = [];
    let different = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = join(folder, `data-${name}-${round}`);
      const env = { ...process.env, DATA_DIR: dataDir, MODE: 'test' };
      const self = [import.meta.filename, '--alone', file];
      alone.push(await measured(process.execPath, self, env));
      imported.push(await measured(portal, ['import', '--file', file, '--vin', VIN], env));
      if (round === 0) different = await differences(file, dataDir);
      await rm(dataDir, { recursive: true });
    }
    await rm(file);
    const medianOf = (runs: Run[], figure: keyof Run) => percentile(runs.map((run) => run[figure]));
    const [base, own] = [medianOf(alone, 'seconds'), medianOf(imported, 'seconds')];
    console.log(
      [
        name.padEnd(15),
        `DuckDB alone ${base.toFixed(2)} s, ${medianOf(alone, 'megabytes').toFixed(0)} MB;`,
        `import ${own.toFixed(2)} s = ${(own / base).toFixed(2)} × (goal ≤ ${MAX_OF_DUCKDB}),`,
        `${medianOf(imported, 'megabytes').toFixed(0)} MB (goal ≤ ${MAX_MEGABYTES}),`,
        `${different} differences`,
      ].join(' '),
    );
  }
}

printHelpIfAsked('Run it with: npm run bench -- import [--rows N]\n');
const { values } = parsedOrExit({
  options: { rows: { type: 'string' }, alone: { type: 'string' } },
});
if (values.alone === undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  await measure(folder, Number(values.rows ?? 2_000_000));
  await rm(folder, { recursive: true });
} else {
  const path = values.alone;
  await runSql(
    `copy (select * from ${readOf(path)} order by "Instant") to '${path}.out' (format parquet, compression zstd)`,
  );
  await rm(`${path}.out`);
}
