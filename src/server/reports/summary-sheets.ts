import type { Cell, DateCell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Sheet } from '#lib/encrypted-xlsx/workbook.ts';
import { MINUTE } from '#lib/words/durations.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import type { LocalClock } from '#server/reports/local-clock.ts';
import type { Vehicle } from '../vehicles/vehicle-source.ts';
import type { DriveFigures } from './drives.ts';
import type { ReportRequest } from './report-request.ts';

const MINUTES = 1440;
/** Longest period shown by day; longer ones by month, up to `MAX_MONTHS`, then by year. */
const MAX_DAYS = 31;
const MAX_MONTHS = 36;

interface Stretch {
  name: string;
  minutes: number;
}

export class TimeWithData {
  readonly #days = new Map<number, Uint8Array>();
  #last = Number.NaN;

  add(reading: number): void {
    const minute = Math.floor(reading / MINUTE);
    if (minute === this.#last) return;
    this.#last = minute;
    const day = Math.floor(minute / MINUTES);
    let bits = this.#days.get(day);
    if (!bits) {
      bits = new Uint8Array(MINUTES / 8);
      this.#days.set(day, bits);
    }
    const within = minute - day * MINUTES;
    bits[within >> 3] = (bits[within >> 3] ?? 0) | (1 << (within & 7));
  }

  stretches(): Stretch[] {
    const days = [...this.#days.keys()].sort((a, b) => a - b);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first === last) return this.#hours(first);
    const months = (last - first) / 30;
    const length = last - first < MAX_DAYS ? 10 : months <= MAX_MONTHS ? 7 : 4;
    const sums = new Map<string, number>();
    // Rows are days, months or years. Years without data are omitted, because there may be many.
    const all = length === 4 ? days : Array.from({ length: last - first + 1 }, (_, i) => first + i);
    for (const day of all) {
      const name = new Date(day * MINUTES * MINUTE).toISOString().slice(0, length);
      sums.set(name, (sums.get(name) ?? 0) + ones(this.#days.get(day) ?? new Uint8Array()));
    }
    return [...sums].map(([name, minutes]) => ({ name, minutes }));
  }

  #hours(day: number): Stretch[] {
    const bits = this.#days.get(day) ?? new Uint8Array();
    const date = new Date(day * MINUTES * MINUTE).toISOString().slice(0, 10);
    return Array.from({ length: 24 }, (_, hour) => {
      const minutes = Array.from({ length: 60 }, (_, minute) => hour * 60 + minute);
      const name = `${date} ${String(hour).padStart(2, '0')}:00`;
      return { name, minutes: minutes.filter((m) => (bits[m >> 3] ?? 0) & (1 << (m & 7))).length };
    });
  }
}

function ones(bytes: Uint8Array): number {
  let count = 0;
  for (let byte of bytes) for (; byte; byte &= byte - 1) count++;
  return count;
}

const CHART_LINES = 16;
const SUMMARY_COLUMNS = 3;

interface Summary {
  request: ReportRequest;
  vehicle: Vehicle;
  clock: LocalClock;
  drives: readonly DriveFigures[];
  /** First and last state of charge, percent. */
  charge: readonly (number | null)[];
  stretches: readonly Stretch[];
  contents: readonly { name: string; rows: number | null }[];
}

export const summarySheetCount = (drives: Summary['drives']) => (drives.length > 0 ? 2 : 1);

export function summarySheets(summary: Summary, translate: Translate): Sheet[] {
  const name = translate(msg`Summary`);
  const drives = summary.drives.length > 0 ? [drivesSheet(summary, name, translate)] : [];
  return [summarySheet(summary, name, drives, translate), ...drives];
}

function summarySheet(
  { request, vehicle, clock, drives, charge, stretches, contents }: Summary,
  name: string,
  [drivesSheet]: readonly Sheet[],
  translate: Translate,
): Sheet {
  const time = localCell(clock);
  const rows: Row[] = [
    [{ bold: `${vehicle.name} · ${vehicle.vin}` }],
    [],
    [translate(msg`From (inclusive)`), time(request.from)],
    [translate(msg`To (exclusive)`), time(request.to)],
    [translate(msg`Time zone`), clock.zone],
    [translate(msg`Drives`), drives.length],
    [translate(msg`Distance (km)`), kilometres(total(drives))],
    [translate(msg`Battery, first and last (%)`), ...charge],
    [],
    [{ bold: translate(msg`Sheets`) }],
    ...(drivesSheet ? [[{ link: drivesSheet.name, sheet: drivesSheet.name }, drives.length]] : []),
    ...contents.map(({ name, rows }): Row => [{ link: name, sheet: name }, rows]),
    [],
  ];
  const sheet = { name, columns: widths(34, 26, 26), rows: [rows], onePage: true };
  if (stretches.length === 0) return sheet;
  const top = rows.length;
  const begin = top + CHART_LINES + 3;
  rows.push(...Array.from({ length: CHART_LINES + 1 }, (): Row => []));
  rows.push([{ bold: translate(msg`Time`) }, { bold: translate(msg`Minutes with data`) }]);
  rows.push(...stretches.map(({ name, minutes }): Row => [name, minutes]));
  return {
    ...sheet,
    chart: {
      title: translate(msg`Minutes with data`),
      nameColumn: 'A',
      heightColumn: 'B',
      rows: [begin, begin + stretches.length - 1],
      area: { columns: [0, SUMMARY_COLUMNS], rows: [top, top + CHART_LINES] },
    },
  };
}

function drivesSheet({ clock, drives }: Summary, summary: string, translate: Translate): Sheet {
  const time = localCell(clock);
  const hasDistance = drives.some(({ metres }) => metres !== null);
  const columns = [
    { heading: translate(msg`Drive`), width: 9 },
    { heading: translate(msg`Begin (${{ zone: clock.zone }})`), width: 30 },
    { heading: translate(msg`End (${{ zone: clock.zone }})`), width: 30 },
    { heading: translate(msg`Duration (min)`), width: 17 },
    { heading: translate(msg`Distance (km)`), width: 17 },
    { heading: translate(msg`Battery at the beginning (%)`), width: 28 },
    { heading: translate(msg`Battery at the end (%)`), width: 24 },
    { heading: '', width: 4 },
  ];
  const rows = drives.map(
    ({ drive, metres, batteryFrom, batteryTo }, index): Row => [
      index + 1,
      time(drive.from),
      time(drive.to),
      Math.round((drive.to - drive.from) / 6000) / 10,
      kilometres(metres),
      batteryFrom,
      batteryTo,
      null,
      ...(index === 0 ? [{ link: summary, sheet: summary }] : []),
    ],
  );
  return {
    name: translate(msg`Drives`),
    columns,
    rows: [rows],
    chart: {
      title: hasDistance ? translate(msg`Distance (km)`) : translate(msg`Duration (min)`),
      nameColumn: 'A',
      heightColumn: hasDistance ? 'E' : 'D',
      rows: [2, drives.length + 1],
      area: { columns: [8, 18], rows: [2, 2 + CHART_LINES + 4] },
    },
  };
}

const widths = (...all: number[]) => all.map((width) => ({ heading: '', width }));

const localCell =
  (clock: LocalClock) =>
  (at: number): DateCell => ({
    reading: clock.reading(at),
    shown: 'local',
  });

function total(drives: readonly DriveFigures[]): number | null {
  const known = drives.flatMap(({ metres }) => (metres === null ? [] : [metres]));
  return known.length === 0 ? null : known.reduce((sum, metres) => sum + metres, 0);
}

const kilometres = (metres: number | null): Cell =>
  metres === null ? null : Math.round(metres / 10) / 100;
