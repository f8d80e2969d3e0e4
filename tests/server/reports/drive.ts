import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

// Real drives if available, otherwise generated ones with the same columns.
const DRIVES = resolve(process.env.DRIVES_DIR ?? '../shared/data/twizy');

/** Drives, oldest first; generated ones are written to `folder`. */
export async function driveFiles(folder: string): Promise<string[]> {
  if (existsSync(DRIVES)) {
    const names = (await readdir(DRIVES)).filter((name) => name.endsWith('.csv'));
    return names.sort().map((name) => join(DRIVES, name));
  }
  const made = Array.from({ length: 6 }, (_, nth) => join(folder, `made-${nth}.csv`));
  for (const [nth, file] of made.entries()) await writeFile(file, madeDrive(nth));
  return made;
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

/** Half an hour, each on another day, with another course and other speeds. */
function madeDrive(nth: number): string {
  let [latitude, longitude] = [33.986225, -6.725523];
  const rows = Array.from({ length: 1800 }, (_, second) => {
    const time = new Date(second * 1000 + 39_600_000).toISOString().slice(11, 19);
    const step = second - (second % 10);
    const speed = Math.round(
      45 + 25 * Math.sin(step / (60 + nth * 7)) + 15 * Math.sin(step / (9 + nth)),
    );
    const angle = nth + Math.sin(second / 400);
    // As of a slow receiver, the position changes once in 10 s.
    if (second === step) {
      latitude += (speed * Math.cos(angle)) / 40_000;
      longitude -= (speed * Math.sin(angle)) / 33_000;
    }
    const position = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
    const soc = (95 - nth * 8 - second / 100).toFixed(6);
    return `04/${20 + nth}/2021,${time},${soc},${speed.toFixed(2)},${'NDR'[second % 3]},${position},140.5,0,${18.1 + nth},60,Clouds,2,0,40`;
  });
  return `Date,Time,Soc,Speed,Mode,LAT,LON,ALT,GpsSpeed,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit\n${rows.join('\n')}\n`;
}
