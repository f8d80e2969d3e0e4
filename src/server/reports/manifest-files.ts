import type { KeyObject } from 'node:crypto';
import { TextReader, Uint8ArrayReader, type ZipWriter } from '@zip.js/zip.js';
import { signalsOf } from '#contract/data-catalogue.ts';
import { localeOf } from '#contract/languages.ts';
import { DAY } from '#lib/words/durations.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { signatureOf } from '#server/platform/audit/manifest-key.ts';
import { manifestSections, title } from './manifest.ts';
import {
  type ManifestContent,
  type ManifestRow,
  translated,
  withheldBy,
  withheldReasons,
} from './manifest-content.ts';
import { iso, isoOrNull, leftOutColumns, shownSignals, vocabularyOf } from './manifest-parts.ts';
import type { NoteSum } from './report-notes.ts';
import type { Recipient } from './report-request.ts';
import { descriptionOf, type Origin } from './table-formats.ts';

export async function addManifest(
  zip: ZipWriter<unknown>,
  content: ManifestContent,
  files: readonly PackageFile[],
  key: KeyObject,
  translate: Translate,
): Promise<void> {
  const manifest = jsonText(manifestJson(content, files));
  await zip.add('manifest.json.sig', new Uint8ArrayReader(signatureOf(key, manifest)));
  for (const [path, text] of [
    ['dictionary.json', jsonText(dictionary(content))],
    ['manifest.json', manifest],
    ['manifest.html', page(content, translate)],
  ] as const)
    await zip.add(path, new TextReader(text));
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const dictionary = (content: ManifestContent) =>
  shownSignals(content).map(({ name, unit, value, personal, origin, min, max, ...more }) => ({
    name,
    description: descriptionOf({ name, ...more }) ?? null,
    type: value,
    unit: unit || null,
    ...(more.values && { values: more.values }),
    ...(more.sampling !== undefined && { samplingSeconds: more.sampling / 1000 }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    origin,
    personal,
  }));

export interface PackageFile {
  path: string;
  dataType: string;
  rows: number;
  /** `sha256` of the file, `rowsSha256` of its rows in any format (see `RowDigest`). */
  sha256: string;
  rowsSha256: string;
}

/** Law that gives the right to use the data; no licence is needed in addition. */
const LICENCE = 'http://data.europa.eu/eli/reg/2023/2854/oj';

/** Returns the origin and terms of use for the metadata of data files, which is in English. */
export function originOf(content: Omit<ManifestContent, 'parts'>): Origin {
  const { request } = content;
  return {
    publisher: request.holder,
    licence: LICENCE,
    termsOfUse: terms[request.recipient.kind],
    vocabulary: vocabularyOf(content),
    resolution:
      request.masking === null
        ? 'Instants are whole milliseconds. Numbers are as received, at most IEEE 754 doubles.'
        : 'Instants are whole 10 seconds. Numbers are in the steps that the manifest names.',
    sources:
      content.imports?.map(({ kind, name, importedAt, sampling, timeZone, device }) => ({
        kind,
        file: name,
        importedAt: isoOrNull(importedAt),
        samplingSeconds: sampling === null ? null : sampling / 1000,
        timeZone,
        device,
      })) ?? null,
  };
}
const terms: Record<Recipient['kind'], string> = {
  requester: 'Regulation (EU) 2023/2854, Article 4(10)',
  thirdParty: 'Regulation (EU) 2023/2854, Article 6',
  publicBody: 'Regulation (EU) 2023/2854, Article 19',
};

const laws = {
  personal: 'Regulation (EU) 2023/2854, Articles 4 and 5',
  public: 'Regulation (EU) 2023/2854, Chapter V',
};

function manifestJson(content: ManifestContent, files: readonly PackageFile[]) {
  const { request, vehicle, mask, deliveries, notes } = content;
  const { licence, termsOfUse, vocabulary, resolution, sources } = originOf(content);
  // Times are omitted for several vehicles, because they would identify one.
  const isDated = request.vehicleId !== null;
  return {
    format: 'vehicle-data-manifest',
    version: 1,
    applicationNumber: request.applicationNumber,
    dataHolder: request.holder,
    legalBasis: laws[request.kind],
    recipient: request.recipient,
    purpose: request.purpose,
    sharedUntil: isoOrNull(request.sharedUntil),
    contact: request.contact,
    licence,
    termsOfUse,
    vocabulary,
    resolution,
    timeFormats:
      'ISO 8601, UTC, in CSV, JSON Lines and manifests; TIMESTAMP_MILLIS, UTC, in Parquet; date cells in the data sheets of the workbook.',
    timeZoneOfWorkbook: request.masking === null ? request.timeZone : null,
    imports: sources,
    preparedAt: iso(content.preparedAt),
    outcome: content.emptiness === null ? 'delivered' : 'empty',
    emptyReason: content.emptiness,
    vehicle: vehicle && {
      vin: mask.vin(vehicle.vin),
      ...(!request.masking && { name: vehicle.name }),
    },
    masked: request.masking !== null,
    masking: request.masking,
    approved: request.extent && {
      ...rangeOf(request),
      models: request.extent.models,
      dataTypesLeftOut: request.extent.leftOut,
      intervalSeconds: request.extent.interval / 1000,
    },
    requested: request.hasPeriod ? rangeOf(request.extent?.requested ?? request) : null,
    entitled: request.parts.map(rangeOf),
    linkEndedAt: isoOrNull(request.linkEndedAt),
    retainedSince: isoOrNull(notes.retainedSince),
    leftOutColumns: leftOutColumns(content),
    repeatedRows: content.faults.repeated,
    reasons: withheldReasons,
    signals: deliveries.flatMap((delivery) =>
      signalsOf(delivery.dataType).map((signal) => {
        const tally = delivery.tallies.get(signal.name);
        const withheld = withheldBy(content, signal.name, tally);
        return {
          name: signal.name,
          dataType: delivery.dataType,
          unit: signal.unit || null,
          type: signal.value,
          origin: signal.origin,
          personal: signal.personal,
          delivered: withheld === null,
          reason: withheld,
          values: tally?.values ?? 0,
          first: isoOrNull(tally?.first),
          last: isoOrNull(tally?.last),
          inexact: tally?.inexact ?? 0,
          cutTimes: tally?.cutTimes ?? 0,
          rejected: content.faults.rejected.get(signal.name) ?? 0,
          notes: content.notes.of(signal.name).map((note) => noteOf(note, isDated)),
        };
      }),
    ),
    gaps:
      content.gaps?.map(({ part, longest, overDay, spans: _, ...gaps }) => ({
        ...gaps,
        ...rangeOf(part),
        count: overDay,
        beyondMs: DAY,
        longestMs: longest,
      })) ?? null,
    files,
    signature:
      'manifest.json.sig: Ed25519 over the bytes of manifest.json. The public key: GET /server/uc-client/common/reportKey (publicKey; otherPublicKeys where the key was changed).',
    hashes:
      'sha256: of the file. rowsSha256: of its rows in every form alike, each as a JSON array of its cells followed by a line feed.',
  };
}

const noteOf = ({ kind, count, first, last }: NoteSum, isDated: boolean) => ({
  kind,
  count,
  ...(isDated && { first: isoOrNull(first), last: isoOrNull(last) }),
});

const rangeOf = ({ from, to }: { from: number; to: number }) => ({ from: iso(from), to: iso(to) });

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}' +
  'table{border-collapse:collapse;display:block;overflow-x:auto}' +
  'th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:start;vertical-align:top}';

function page(content: ManifestContent, translate: Translate): string {
  const cells = (row: ManifestRow, tag: 'td' | 'th scope="col"') =>
    translated(row, translate)
      .map((cell) => `<${tag}>${escapeHtml(String(cell ?? ''))}</${tag.slice(0, 2)}>`)
      .join('');
  const body = manifestSections(content, translate).map(({ heading, columns, rows }, index) => {
    const name = escapeHtml(translate(index === 0 ? msg`Data request` : heading));
    const head = columns ? `<thead><tr>${cells(columns, 'th scope="col"')}</tr></thead>` : '';
    const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
    return `<h2>${name}</h2>\n<table>${head}<tbody>\n${lines}\n</tbody></table>`;
  });
  const name = escapeHtml(translate(title));
  return `<!doctype html>
<html lang="${localeOf[content.request.language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${STYLE}</style></head>
<body><h1>${name}</h1>
${body.join('\n')}
</body></html>
`;
}
