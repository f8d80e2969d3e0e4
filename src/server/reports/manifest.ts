import type { MessageDescriptor } from '@lingui/core';
import { type Signal, signalsOf } from '#contract/data-catalogue.ts';
import type { DataType } from '#contract/data-types.ts';
import { type ValueInterval, valueIntervals } from '#contract/delivery-extent.ts';
import { localeOf } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { intervalWords } from '#forms/recorded-words.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Sheet, WrittenSheet } from '#lib/encrypted-xlsx/workbook.ts';
import { sheetPath } from '#lib/encrypted-xlsx/workbook-parts.ts';
import { plainList } from '#lib/words/formats.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { reportReasons } from '#server/applications/report-reasons.ts';
import type { Delivery, Tally } from './delivery.ts';
import {
  changeWords,
  type ManifestContent,
  type ManifestRow,
  type Section,
  translated,
  withheldBy,
  withheldWords,
} from './manifest-content.ts';
import {
  dictionarySection,
  gapsSection,
  importsSection,
  iso,
  isoOrNull,
  maskingWords,
  nextSteps,
  noteRemarks,
  noteRows,
  statedUseRows,
  termsRows,
} from './manifest-parts.ts';
import type { ReportRequest, RequestExtent } from './report-request.ts';

const laws = {
  personal: msg`Regulation (EU) 2023/2854 (Data Act), Articles 4 and 5`,
  public: msg`Regulation (EU) 2023/2854 (Data Act), Chapter V (exceptional need)`,
};

const origins: Record<Signal['origin'], MessageDescriptor> = {
  raw: msg`raw`,
  preProcessed: msg`pre-processed`,
};

export const title = msg`Copy of the data of a connected product`;

const WIDTHS = [34, 58, 26, 16, 16, 12, 26, 26, 26, 48];

export function manifestSections(content: ManifestContent, translate: Translate): Section[] {
  const { request, imports, deliveries } = content;
  return [
    { heading: title, rows: overviewRows(content, translate) },
    {
      heading: msg`Signals`,
      columns: [
        msg`Data type`,
        msg`Signal (COVESA VSS)`,
        msg`Unit`,
        msg`Origin`,
        msg`Personal data`,
        msg`Values`,
        msg`First value`,
        msg`Last value`,
        content.parts.column,
        msg`Remark`,
      ],
      rows: deliveries.flatMap((delivery) =>
        signalsOf(delivery.dataType).map((signal) =>
          signalRow(content, translate, delivery, signal),
        ),
      ),
    },
    dictionarySection(content),
    ...(imports && imports.length > 0 ? [importsSection(imports)] : []),
    ...(content.emptiness === null ? [content.parts.section, gapsSection(content)] : []),
    nextSteps(request),
    ...(request.masking
      ? [{ heading: msg`Masked`, rows: maskingWords(request.masking).map((text) => [text]) }]
      : []),
  ];
}

export function manifestSheet(content: ManifestContent, translate: Translate): Sheet {
  const sections = manifestSections(content, translate);
  const bold = (row: ManifestRow) =>
    translated(row, translate).map((text) => ({ bold: String(text) }));
  const rows = sections.flatMap(({ heading, columns, rows }, index): Row[] => [
    ...(index > 0 ? [[]] : []),
    bold([heading]),
    ...(columns ? [bold(columns)] : []),
    ...rows.map((row) => translated(row, translate)),
  ]);
  return {
    name: translate(msg`Manifest`),
    columns: WIDTHS.map((width) => ({ heading: '', width })),
    rows: [rows],
  };
}

export function sheetParts(
  written: ReadonlyMap<Delivery, readonly WrittenSheet[]>,
): ManifestContent['parts'] {
  return {
    column: msg`Sheet`,
    placeOf: (delivery) => (written.get(delivery) ?? []).map(({ name }) => name).join(', '),
    section: {
      heading: msg`Sheets of data`,
      columns: [msg`Sheet`, msg`Part of the file`, msg`Rows`, 'SHA-256'],
      rows: [
        ...[...written.values()]
          .flat()
          .map(({ name, number, rows, sha256 }) => [name, sheetPath(number), rows, sha256]),
        [
          msg`Each hash is of that part of the decrypted file. Saving the file in Excel changes it.`,
        ],
      ],
    },
  };
}

const yesOrNo = (is: unknown) => (is ? msg`yes` : msg`no`);

function overviewRows(content: ManifestContent, translate: Translate): ManifestRow[] {
  const { request, vehicle, mask, emptiness } = content;
  const { extent, masking, vehicleId } = request;
  const locale = localeOf[request.language];
  const typeList = (types: readonly DataType[]) =>
    plainList(
      types.map((type) => translate(dataTypeNames[type])),
      locale,
    );
  const all = extent
    ? new Intl.ListFormat(locale).format(extent.models)
    : msg`All vehicles of the data holder`;
  const vehicleText =
    vehicle === null
      ? [vehicleId === null ? all : null]
      : masking
        ? [mask.vin(vehicle.vin)]
        : [vehicle.vin, vehicle.name];
  return [
    [msg`Data holder`, request.holder],
    [msg`Application number`, request.applicationNumber],
    [msg`Prepared at`, iso(content.preparedAt)],
    ...(emptiness === null ? [] : [[msg`Outcome`, reportReasons[emptiness]]]),
    [msg`Legal basis`, laws[request.kind]],
    ...statedUseRows(content),
    ...termsRows(request),
    [msg`Vehicle`, ...vehicleText],
    ...rangeRows(request),
    [msg`Data type`, typeList(request.dataTypes)],
    ...(extent ? extentRows(request, extent, typeList(extent.leftOut)) : []),
    ...noteRows(content),
    [msg`Masked`, yesOrNo(masking)],
    [timeWords(request)],
    ...(masking === null
      ? [
          [
            msg`Time stamps are whole milliseconds, and numbers are as received unless a remark says otherwise.`,
          ],
        ]
      : []),
    [msg`Times are ISO 8601 texts, except in the workbook’s data sheets, which have date cells.`],
  ];
}

function extentRows(
  { from, to }: ReportRequest,
  { requested, interval }: RequestExtent,
  notApproved: string,
): ManifestRow[] {
  const code = Object.entries(valueIntervals).find(([, seconds]) => seconds * 1000 === interval);
  const isWhole = requested.from === from && requested.to === to;
  return [
    ...(isWhole
      ? []
      : [
          [msg`Requested from (inclusive)`, iso(requested.from)],
          [msg`Requested until (exclusive)`, iso(requested.to)],
        ]),
    ...(notApproved ? [[msg`Not approved`, notApproved]] : []),
    ...(code ? [[msg`Values`, intervalWords[code[0] as ValueInterval]]] : []),
  ];
}

function timeWords({ masking, timeZone: zone }: ReportRequest): MessageDescriptor {
  if (masking !== null && masking !== 'dated')
    return msg`The time stamps are of a fictitious calendar that begins on 1 January 2000.`;
  if (masking !== null || zone === null) return msg`All time stamps are in UTC.`;
  return msg`Time stamps are in UTC. The workbook shows the clock of ${{ zone }} beside them.`;
}

function rangeRows({ from, to, parts, linkEndedAt, hasPeriod }: ReportRequest): ManifestRow[] {
  const isWhole = parts.every((part) => part.from === from && part.to === to);
  return [
    ...(hasPeriod
      ? [
          [msg`From (inclusive)`, iso(from)],
          [msg`To (exclusive)`, iso(to)],
        ]
      : []),
    ...(isWhole
      ? []
      : [
          [
            msg`The vehicle was linked to the requester for only a part of this time range. The data cover that part only:`,
          ],
          ...parts.flatMap((part) => [
            [msg`Linked from (inclusive)`, iso(part.from)],
            [msg`Linked until (exclusive)`, iso(part.to)],
          ]),
        ]),
    ...(linkEndedAt === null ? [] : [[msg`The link ended at`, iso(linkEndedAt)]]),
  ];
}

function signalRow(
  content: ManifestContent,
  translate: Translate,
  delivery: Delivery,
  signal: Signal,
): ManifestRow {
  const tally = delivery.tallies.get(signal.name);
  return [
    dataTypeNames[delivery.dataType],
    signal.name,
    signal.unit || null,
    origins[signal.origin],
    yesOrNo(signal.personal),
    tally?.values ?? 0,
    isoOrNull(tally?.first),
    isoOrNull(tally?.last),
    tally ? content.parts.placeOf(delivery) : null,
    remark(content, translate, signal, tally),
  ];
}

function remark(
  content: ManifestContent,
  translate: Translate,
  { name }: Signal,
  tally?: Tally,
): string | null {
  const withheld = withheldBy(content, name, tally);
  if (withheld) return translate(withheldWords[withheld]);
  const change = content.mask.level === null ? null : content.mask.change(name);
  const rejected = content.faults.rejected.get(name) ?? 0;
  const notes = content.notes.of(name);
  const { inexact = 0, cutTimes = 0 } = tally ?? {};
  // Omitted if a note of the importer or the back end already states it.
  const hasCutTimes = cutTimes > 0 && notes.every(({ kind }) => kind !== 'cutTime');
  const remarks = [
    tally?.first === null && msg`Fixed value, without a time stamp.`,
    change && changeWords(change),
    inexact > 0 && msg`${{ count: inexact }} whole numbers are beyond 2^53 and may be rounded.`,
    rejected > 0 &&
      msg`Values that were left out because they were outside the signal’s range or of the wrong type: ${{ count: rejected }}.`,
    hasCutTimes &&
      msg`Values whose time stamp was truncated to milliseconds: ${{ count: cutTimes }}.`,
  ].map((each) => each && translate(each));
  return [...remarks, ...noteRemarks(notes, translate)].filter(Boolean).join(' ') || null;
}
