import type { MessageDescriptor } from '@lingui/core';
import { type Signal, signalsOf } from '#contract/data-catalogue.ts';
import { type ValueInterval, valueIntervals } from '#contract/delivery-extent.ts';
import { localeOf } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { intervalWords } from '#forms/recorded-words.ts';
import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Sheet, WrittenSheet } from '#lib/encrypted-xlsx/workbook.ts';
import { sheetPath } from '#lib/encrypted-xlsx/workbook-parts.ts';
import { plainList } from '#lib/words/formats.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { reportReasons } from '#server/applications/report-reasons.ts';
import type { Delivery, Tally } from './delivery.ts';
import {
  changeWords,
  type ManifestContent,
  type Section,
  withheldBy,
  withheldWords,
} from './manifest-content.ts';
import {
  dictionarySection,
  gapsSection,
  importsSection,
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
  const signals = [
    headings(translate, [
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
    ]),
    ...content.deliveries.flatMap((delivery) =>
      signalsOf(delivery.dataType).map((signal) => signalRow(content, translate, delivery, signal)),
    ),
  ];
  const sections: Section[] = [
    { heading: translate(title), rows: overviewRows(content, translate) },
    { heading: translate(msg`Signals`), rows: signals },
    dictionarySection(content, translate),
  ];
  if (content.imports && content.imports.length > 0)
    sections.push(importsSection(content.imports, translate));
  if (content.emptiness === null) sections.push(content.parts.section);
  if (content.emptiness === null) sections.push(gapsSection(content, translate));
  sections.push(nextSteps(content.request, translate));
  if (content.request.masking)
    sections.push({
      heading: translate(msg`Masked`),
      rows: maskingWords(content.request.masking, translate),
    });
  return sections;
}

export function manifestSheet(content: ManifestContent, translate: Translate): Sheet {
  const rows = manifestSections(content, translate).flatMap(({ heading, rows }, index): Row[] => [
    ...(index > 0 ? [[]] : []),
    [{ bold: heading }],
    ...rows,
  ]);
  return {
    name: translate(msg`Manifest`),
    columns: WIDTHS.map((width) => ({ heading: '', width })),
    rows: [rows],
  };
}

export function sheetParts(
  written: ReadonlyMap<Delivery, readonly WrittenSheet[]>,
  translate: Translate,
): ManifestContent['parts'] {
  return {
    column: msg`Sheet`,
    placeOf: (delivery) => (written.get(delivery) ?? []).map(({ name }) => name).join(', '),
    section: {
      heading: translate(msg`Sheets of data`),
      rows: [
        [
          ...headings(translate, [msg`Sheet`, msg`Part of the file`, msg`Rows`]),
          { bold: 'SHA-256' },
        ],
        ...[...written.values()]
          .flat()
          .map(({ name, number, rows, sha256 }) => [name, sheetPath(number), rows, sha256]),
        [
          translate(
            msg`Each hash is of that part of the decrypted file. Saving the file in Excel changes it.`,
          ),
        ],
      ],
    },
  };
}

function overviewRows(content: ManifestContent, translate: Translate): Row[] {
  const { request, vehicle, preparedAt, mask } = content;
  const list = (words: readonly string[]) => plainList(words, localeOf[request.language]);
  const { extent } = request;
  const all = extent
    ? new Intl.ListFormat(localeOf[request.language]).format(extent.models)
    : translate(msg`All vehicles of the data holder`);
  const vehicleText =
    vehicle === null
      ? [request.vehicleId === null ? all : null]
      : request.masking
        ? [mask.vin(vehicle.vin)]
        : [vehicle.vin, vehicle.name];
  return [
    [translate(msg`Data holder`), request.holder],
    [translate(msg`Application number`), request.applicationNumber],
    [translate(msg`Prepared at`), iso(preparedAt)],
    ...(content.emptiness === null
      ? []
      : [[translate(msg`Outcome`), translate(reportReasons[content.emptiness])]]),
    [translate(msg`Legal basis`), translate(laws[request.kind])],
    ...statedUseRows(content, translate),
    ...termsRows(request, translate),
    [translate(msg`Vehicle`), ...vehicleText],
    ...rangeRows(request, translate),
    [
      translate(msg`Data type`),
      list(request.dataTypes.map((type) => translate(dataTypeNames[type]))),
    ],
    ...(extent ? extentRows(request, extent, translate, list) : []),
    ...noteRows(content, translate),
    [translate(msg`Masked`), request.masking ? translate(msg`yes`) : translate(msg`no`)],
    [translate(timeWords(request))],
    ...(request.masking === null
      ? [
          [
            translate(
              msg`Time stamps are whole milliseconds, and numbers are as received unless a remark says otherwise.`,
            ),
          ],
        ]
      : []),
    [
      translate(
        msg`Times are ISO 8601 texts, except in the workbook’s data sheets, which have date cells.`,
      ),
    ],
  ];
}

function extentRows(
  { from, to }: ReportRequest,
  { requested, leftOut, interval }: RequestExtent,
  translate: Translate,
  list: (words: readonly string[]) => string,
): Row[] {
  const code = Object.entries(valueIntervals).find(([, seconds]) => seconds * 1000 === interval);
  const isWhole = requested.from === from && requested.to === to;
  return [
    ...(isWhole
      ? []
      : [
          [translate(msg`Requested from (inclusive)`), iso(requested.from)],
          [translate(msg`Requested until (exclusive)`), iso(requested.to)],
        ]),
    ...(leftOut.length > 0
      ? [
          [
            translate(msg`Not approved`),
            list(leftOut.map((type) => translate(dataTypeNames[type]))),
          ],
        ]
      : []),
    ...(code ? [[translate(msg`Values`), translate(intervalWords[code[0] as ValueInterval])]] : []),
  ];
}

function timeWords({ masking, timeZone: zone }: ReportRequest): MessageDescriptor {
  if (masking !== null && masking !== 'dated')
    return msg`The time stamps are of a fictitious calendar that begins on 1 January 2000.`;
  if (masking !== null || zone === null) return msg`All time stamps are in UTC.`;
  return msg`Time stamps are in UTC. The workbook shows the clock of ${{ zone }} beside them.`;
}

function rangeRows(request: ReportRequest, translate: Translate): Row[] {
  const { from, to, parts, linkEndedAt } = request;
  const isWhole = parts.every((part) => part.from === from && part.to === to);
  const rows: Row[] = isWhole
    ? []
    : [
        [
          translate(
            msg`The vehicle was linked to the requester for only a part of this time range. The data cover that part only:`,
          ),
        ],
        ...parts.flatMap((part) => [
          [translate(msg`Linked from (inclusive)`), iso(part.from)],
          [translate(msg`Linked until (exclusive)`), iso(part.to)],
        ]),
      ];
  if (linkEndedAt !== null) rows.push([translate(msg`The link ended at`), iso(linkEndedAt)]);
  if (!request.hasPeriod) return rows;
  return [
    [translate(msg`From (inclusive)`), iso(from)],
    [translate(msg`To (exclusive)`), iso(to)],
    ...rows,
  ];
}

function signalRow(
  content: ManifestContent,
  translate: Translate,
  delivery: Delivery,
  signal: Signal,
): Row {
  const tally = delivery.tallies.get(signal.name);
  return [
    translate(dataTypeNames[delivery.dataType]),
    signal.name,
    signal.unit || null,
    translate(origins[signal.origin]),
    signal.personal ? translate(msg`yes`) : translate(msg`no`),
    tally?.values ?? 0,
    instantCell(tally?.first),
    instantCell(tally?.last),
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
  const remarks: string[] = [];
  if (tally?.first === null) remarks.push(translate(msg`Fixed value, without a time stamp.`));
  const change = content.mask.level === null ? null : content.mask.change(name);
  if (change) remarks.push(translate(changeWords(change)));
  if (tally && tally.inexact > 0)
    remarks.push(
      translate(msg`${{ count: tally.inexact }} whole numbers are beyond 2^53 and may be rounded.`),
    );
  const rejected = content.faults.rejected.get(name) ?? 0;
  if (rejected > 0)
    remarks.push(
      translate(
        msg`Values that were left out because they were outside the signal’s range or of the wrong type: ${{ count: rejected }}.`,
      ),
    );
  const notes = content.notes.of(name);
  // Omitted if a note of the importer or the back end already states it.
  if (tally && tally.cutTimes > 0 && notes.every(({ kind }) => kind !== 'cutTime'))
    remarks.push(
      translate(
        msg`Values whose time stamp was truncated to milliseconds: ${{ count: tally.cutTimes }}.`,
      ),
    );
  remarks.push(...noteRemarks(notes, translate));
  return remarks.join(' ') || null;
}

export const headings = (translate: Translate, words: readonly MessageDescriptor[]): Cell[] =>
  words.map((word) => ({ bold: translate(word) }));

const iso = (at: number) => new Date(at).toISOString();
const instantCell = (at: number | null | undefined) =>
  at === null || at === undefined ? null : iso(at);
