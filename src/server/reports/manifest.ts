import { signalsOf } from '#contract/data-catalogue.ts';
import type { Signal } from '#contract/signal.ts';
import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Sheet, WrittenSheet } from '#lib/encrypted-xlsx/workbook.ts';
import { sheetPath } from '#lib/encrypted-xlsx/workbook-parts.ts';
import type { ReportTexts } from '#server/platform/words/report-texts.ts';
import type { Vehicle } from '#server/vehicles/vehicle-source.ts';
import type { Delivery, Tally } from './delivery.ts';
import type { Mask } from './masking.ts';
import type { ReportRequest } from './report-request.ts';

/** What a manifest tells of. */
export interface Account {
  request: ReportRequest;
  /** The one vehicle; null for all of the data holder. */
  vehicle: Vehicle | null;
  /** ms since the epoch. */
  preparedAt: number;
  mask: Mask;
  deliveries: readonly Delivery[];
  /** The sheets of each delivery, in its order. */
  written: ReadonlyMap<Delivery, readonly WrittenSheet[]>;
}

const WIDTHS = [34, 58, 12, 16, 16, 12, 26, 26, 26, 48];

/** The first sheet: what was asked, what was delivered, why each gap is there, and hashes. */
export function manifestSheet(account: Account, texts: ReportTexts): Sheet {
  const rows: Row[] = [
    [{ bold: texts.title }],
    ...particulars(account, texts),
    [],
    [{ bold: texts.signals }],
    headings(texts, [
      'dataType',
      'signal',
      'unit',
      'origin',
      'personal',
      'values',
      'first',
      'last',
      'sheet',
      'remark',
    ]),
    ...account.deliveries.flatMap((delivery) =>
      signalsOf(delivery.dataType).map((signal) => signalRow(account, texts, delivery, signal)),
    ),
    [],
    [{ bold: texts.sheets }],
    [...headings(texts, ['sheet', 'part', 'rows']), { bold: 'SHA-256' }],
    ...[...account.written.values()]
      .flat()
      .map(({ name, number, rows, sha256 }) => [name, sheetPath(number), rows, sha256]),
    [texts.hashNote],
  ];
  if (account.request.masking) {
    rows.push([], [{ bold: texts.masking }], ...texts.masked.map((text) => [text]));
  }
  return {
    name: texts.manifest,
    columns: WIDTHS.map((width) => ({ heading: '', width })),
    rows: [rows],
  };
}

function particulars({ request, vehicle, preparedAt, mask }: Account, texts: ReportTexts): Row[] {
  const shown = (at: number) => iso(mask.instant(at));
  const vehicleText =
    vehicle === null
      ? [texts.allVehicles]
      : request.masking
        ? [mask.vin(vehicle.vin)]
        : [vehicle.vin, vehicle.name];
  return [
    [texts.dataHolder, request.holder],
    [texts.applicationNumber, request.applicationNumber],
    [texts.preparedAt, iso(preparedAt)],
    [texts.legalBasis, texts.law[request.kind]],
    [texts.vehicle, ...vehicleText],
    [texts.from, shown(request.from)],
    [texts.to, shown(request.to)],
    [texts.dataType, request.dataTypes.map((dataType) => texts.dataTypes[dataType]).join(', ')],
    [texts.masking, request.masking ? texts.yes : texts.no],
    [texts.instants],
  ];
}

function signalRow(
  { mask, written }: Account,
  texts: ReportTexts,
  delivery: Delivery,
  signal: Signal,
): Row {
  const tally = delivery.tallies.get(signal.name);
  return [
    texts.dataTypes[delivery.dataType],
    signal.name,
    signal.unit || null,
    texts[signal.origin],
    signal.personal ? texts.yes : texts.no,
    tally?.values ?? 0,
    instantCell(tally?.first),
    instantCell(tally?.last),
    tally ? (written.get(delivery) ?? []).map(({ name }) => name).join(', ') : null,
    remark(texts, mask, signal, tally),
  ];
}

function remark(texts: ReportTexts, mask: Mask, { name }: Signal, tally?: Tally): string | null {
  if (mask.withheld.has(name)) return texts.withheld;
  if (!tally || tally.values === 0) return texts.notRecorded;
  const remarks: string[] = [];
  if (tally.first === null) remarks.push(texts.fixed);
  if (name in mask.values) {
    remarks.push(name.endsWith('.VIN') ? texts.pseudonym : texts.coarsened);
  }
  return remarks.join(' ') || null;
}

type Word = { [Key in keyof ReportTexts]: ReportTexts[Key] extends string ? Key : never };

const headings = (texts: ReportTexts, words: Word[keyof ReportTexts][]): Cell[] =>
  words.map((word) => ({ bold: texts[word] }));

const iso = (at: number) => new Date(at).toISOString();
const instantCell = (at: number | null | undefined) =>
  at === null || at === undefined ? null : iso(at);
