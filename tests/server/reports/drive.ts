import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

// Real drives if available, otherwise a generated one with the same columns.
const DRIVES = resolve(process.env.DRIVES_DIR ?? '../shared/data/twizy');

/** Drives, oldest first; the generated one is written to `folder`. */
export async function driveFiles(folder: string): Promise<string[]> {
  if (existsSync(DRIVES)) {
    const names = (await readdir(DRIVES)).filter((name) => name.endsWith('.csv'));
    return names.sort().map((name) => join(DRIVES, name));
  }
  const csvFile = join(folder, 'made.csv');
  await writeFile(csvFile, madeDrive());
  return [csvFile];
}

const gears: Record<string, number> = { N: 0, D: 1, R: -1 };

/** A row of a drive: its columns as written, and the instant in ISO 8601 UTC. */
export interface DrivenRow {
  fields: Map<string, string>;
  instant: string;
}

/** Expected value in a report for a column of a drive. */
export function drivenValue({ fields }: DrivenRow, column: string): number | undefined {
  const text = fields.get(column) ?? '';
  return column === 'Mode' ? gears[text] : Number(text);
}

/**
 * Parses the rows of a drive. Morocco was at UTC from 11 April to 16 May 2021, otherwise at UTC+1.
 */
export function drivenRows(csv: string): DrivenRow[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.split(',');
  let day = '';
  return lines.map((line) => {
    const fields = new Map(line.split(',').map((text, index) => [columns[index] ?? '', text]));
    const [month = '', date = '', year = ''] = (fields.get('Date') ?? '').split('/');
    // Loggers without a satellite fix wrote days such as 90/02/2032.
    if (Number(month) >= 1 && Number(month) <= 12 && date !== '00')
      day = `${year}-${month}-${date}`;
    const offset = day > '2021-04-11' && day < '2021-05-16' ? '+00:00' : '+01:00';
    return { fields, instant: new Date(`${day}T${fields.get('Time')}${offset}`).toISOString() };
  });
}

function madeDrive(): string {
  const rows = Array.from({ length: 1500 }, (_, index) => {
    const time = new Date(index * 1000 + 39_600_000).toISOString().slice(11, 19);
    const position = `${(33.986225 + index / 1e5).toFixed(6)},${(-6.725523 - index / 1e5).toFixed(6)}`;
    const soc = (90 - index / 100).toFixed(6);
    return `04/22/2021,${time},${soc},${(index % 80) + 0.25},${'NDR'[index % 3]},${position},140.5,0,20.1,60,Clouds,2,0,40`;
  });
  return `Date,Time,Soc,Speed,Mode,LAT,LON,ALT,GpsSpeed,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit\n${rows.join('\n')}\n`;
}
