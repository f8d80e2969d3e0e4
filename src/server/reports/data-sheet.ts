import type { Signal } from '#contract/data-catalogue.ts';
import type { DataType } from '#contract/data-types.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Column } from '#lib/encrypted-xlsx/sheet-xml.ts';
import type { Sheet } from '#lib/encrypted-xlsx/workbook.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { daysIn } from '#server/vehicles/series-counts.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import type { Delivery, RequestedData } from './delivery.ts';
import type { LocalClock } from './local-clock.ts';
import type { PreviewFinder } from './preview.ts';
import type { ReportRequest } from './report-request.ts';
import { signalNames } from './signal-names.ts';
import type { TimeWithData } from './summary-sheets.ts';
import type { RowDigest } from './table-formats.ts';

interface Contents {
  data: RequestedData;
  delivery: Delivery;
  digests: ReadonlyMap<Delivery, RowDigest>;
  request: ReportRequest;
  clock: LocalClock | null;
  seen: TimeWithData;
  preview: PreviewFinder;
  gaps: Gaps[] | null;
}

function columnOf({ name, unit }: Signal, translate: Translate): Column {
  const words = signalNames[name];
  const lines = [...(words ? [translate(words)] : []), unit ? `${name} [${unit}]` : name];
  const width = Math.max(...lines.map(({ length }) => length)) + 4;
  return { heading: lines.join('\n'), width: Math.min(70, width) };
}

const arrivalOf = (instant: Cell | undefined): Cell =>
  typeof instant === 'string' ? { reading: Date.parse(instant), shown: 'utc' } : null;

export function dataSheet(
  { data, delivery, digests, request, clock, seen, preview, gaps }: Contents,
  translate: Translate,
): Sheet {
  const isLocal = clock !== null && clock.zone !== 'UTC';
  const columns: Column[] = [{ heading: translate(msg`Time stamp (UTC)`), width: 25 }];
  if (isLocal)
    columns.unshift({ heading: translate(msg`Time (${{ zone: clock.zone }})`), width: 25 });
  if (delivery.hasArrivals) columns.push({ heading: translate(msg`Arrived at (UTC)`), width: 25 });
  if (request.vehicleId === null) columns.unshift({ heading: translate(msg`Vehicle`), width: 21 });
  for (const signal of delivery.signals) columns.push(columnOf(signal, translate));
  const digest = digests.get(delivery) as RowDigest;
  const lead = request.vehicleId === null ? 1 : 0;
  const dataType = request.dataTypes.indexOf(delivery.dataType);
  const finder = gaps && new GapFinder(delivery.dataType, request.parts);
  const timesOf = (instant: Cell | undefined): Cell[] => {
    if (typeof instant !== 'string') return isLocal ? [null, null] : [null];
    const at = Date.parse(instant);
    preview.addTime(dataType, at);
    finder?.add(at);
    const utc = { reading: at, shown: 'utc' } as const;
    if (!clock) return [utc];
    const reading = clock.reading(at);
    seen.add(reading);
    return isLocal ? [{ reading, shown: 'local' }, utc] : [utc];
  };
  async function* dated() {
    for await (const batch of digest.over(data.rows(delivery)))
      yield batch.map((row): Row => {
        const [time, ...values] = lead ? row.slice(lead) : row;
        const arrived = delivery.hasArrivals ? [arrivalOf(values.shift())] : [];
        return [...row.slice(0, lead), ...timesOf(time), ...arrived, ...values];
      });
    const found = finder?.finish() ?? [];
    // Attributes do not change with time and have no gaps.
    if (found.some(({ daysWithData }) => daysWithData > 0)) gaps?.push(...found);
  }
  return { name: translate(dataTypeNames[delivery.dataType]), columns, rows: dated() };
}

const LONGEST_SPANS = 3;

/** Pauses in the delivered rows of one data type, including those at the ends of the time range. */
export interface Gaps {
  dataType: DataType;
  part: TimeRange;
  daysWithData: number;
  days: number;
  overHour: number;
  overDay: number;
  longest: number;
  spans: TimeRange[];
}

const longestOf = (spans: TimeRange[]): TimeRange[] =>
  spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, LONGEST_SPANS);

/** Finds the gaps between rows, which must be added oldest first. */
export class GapFinder {
  readonly #gaps: Gaps[];
  #part = 0;
  #last: number;
  #day = Number.NaN;

  constructor(dataType: DataType, parts: readonly TimeRange[]) {
    this.#gaps = parts.map((part) => ({
      dataType,
      part,
      daysWithData: 0,
      days: daysIn(part),
      overHour: 0,
      overDay: 0,
      longest: 0,
      spans: [],
    }));
    this.#last = parts[0]?.from ?? 0;
  }

  add(at: number): void {
    for (let gaps = this.#gaps[this.#part]; gaps && at >= gaps.part.to; gaps = this.#next(gaps));
    const gaps = this.#gaps[this.#part];
    if (!gaps) return;
    this.#pause(gaps, at);
    const day = Math.floor(at / DAY);
    if (day !== this.#day) gaps.daysWithData++;
    this.#day = day;
  }

  finish(): readonly Gaps[] {
    for (let gaps = this.#gaps[this.#part]; gaps; gaps = this.#next(gaps));
    return this.#gaps;
  }

  #pause(gaps: Gaps, until: number): void {
    const pause = until - this.#last;
    if (pause > DAY) gaps.spans = longestOf([...gaps.spans, { from: this.#last, to: until }]);
    this.#last = until;
    gaps.longest = Math.max(gaps.longest, pause);
    if (pause > HOUR) gaps.overHour++;
    if (pause > DAY) gaps.overDay++;
  }

  #next(gaps: Gaps): Gaps | undefined {
    this.#pause(gaps, gaps.part.to);
    const next = this.#gaps[++this.#part];
    this.#last = next?.part.from ?? this.#last;
    this.#day = Number.NaN;
    return next;
  }
}

interface ShownGap extends TimeRange {
  absence: 'notRecorded' | 'notLinked';
}

export function shownGaps(found: readonly Gaps[], dataType: DataType): ShownGap[] {
  const own = found.filter((gaps) => gaps.dataType === dataType);
  const unlinked = own.slice(1).map(({ part }, index): ShownGap => {
    const from = own[index]?.part.to ?? part.from;
    return { from, to: part.from, absence: 'notLinked' };
  });
  const empty = own.flatMap(({ spans }) =>
    spans.map((span): ShownGap => ({ ...span, absence: 'notRecorded' })),
  );
  return [...empty, ...unlinked].toSorted((a, b) => a.from - b.from);
}
