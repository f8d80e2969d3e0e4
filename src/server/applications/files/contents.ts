import type { Services } from '#server/platform/database/services.ts';
import type { Area, Fingerprint } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

/** Stored content that a row vouches for: an uploaded file, a report's workbook or its package, a vehicle's series. */
export interface Content extends Fingerprint {
  table:
    | 'stored_file'
    | 'report'
    | 'report_package'
    | 'held_report'
    | 'recipient_file'
    | 'series_object';
  /** Key of the row: the id of a file or of an object, or the number of the report's application. */
  key: string;
  /** Where it is stored, under this name; an audit entry names the content by it. */
  area: Area;
  name: string;
  /** Where an operator finds it. */
  place: string;
  applicationNumber: string | null;
}

/** Rows that are in memory at a time. */
const PAGE = 100;

/** Tables whose rows each name a file of their own. */
const NAMED = ['held_report', 'recipient_file'] as const;

/** Every content that a row vouches for; with an instant, those that were last checked before it. */
export async function* contentsOf(
  services: Services,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Content> {
  const { db } = services.store;
  const files = (last: string) =>
    db
      .selectFrom('stored_file')
      .select(['id as key', 'id', 'size', 'sha256', 'application_number'])
      .where('id', '>', last)
      // What a scanner refused is gone, as it should be.
      .where('scan', '!=', 'malware')
      .where('checked_at', '<', before)
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const file of pagesOf(files)) yield fileContent(services, file);
  const reports = (last: string) =>
    db
      .selectFrom('report')
      .select(['application_number as key', 'application_number', 'file_name', 'size', 'sha256'])
      .where('application_number', '>', last)
      .where('state', '=', 'delivered')
      .where('checked_at', '<', before)
      .orderBy('application_number')
      .limit(PAGE)
      .execute();
  for await (const report of pagesOf(reports)) yield reportContent(services, report);
  const packages = (last: string) =>
    db
      .selectFrom('report')
      .select(['application_number as key', 'application_number'])
      .select(['package_name', 'package_size', 'package_sha256'])
      .where('application_number', '>', last)
      .where('package_name', 'is not', null)
      .where('package_checked_at', '<', before)
      .orderBy('application_number')
      .limit(PAGE)
      .execute();
  for await (const report of pagesOf(packages)) yield packageContent(services, report);
  for (const table of NAMED) {
    const named = (last: string) =>
      db
        .selectFrom(table)
        .select(['name as key', 'name', 'application_number', 'size', 'sha256'])
        .where('name', '>', last)
        .where('checked_at', '<', before)
        .orderBy('name')
        .limit(PAGE)
        .execute();
    for await (const file of pagesOf(named)) yield namedContent(services, table, file);
  }
  const series = (last: string) =>
    db
      .selectFrom('series_object')
      .select(['id as key', 'id', 'size', 'sha256'])
      .where('id', '>', last)
      .where('checked_at', '<', before)
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const object of pagesOf(series)) yield seriesContent(services, object);
}

async function* pagesOf<Row extends { key: string }>(read: (last: string) => Promise<Row[]>) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: Row[] = await read(last);
    yield* rows;
    last = rows.at(-1)?.key;
  }
}

/** The content of an uploaded file. */
export function fileContent(
  services: Services,
  file: { id: string; size: number; sha256: string; application_number: string | null },
): Content {
  const { id, size, sha256, application_number: applicationNumber } = file;
  const stored = { ...storedAs(services, 'files', id), size, sha256, applicationNumber };
  return { table: 'stored_file', key: id, ...stored };
}

function seriesContent(
  services: Services,
  { id, size, sha256 }: { id: string; size: number; sha256: string },
): Content {
  const stored = { ...storedAs(services, 'series', id), size, sha256, applicationNumber: null };
  return { table: 'series_object', key: id, ...stored };
}

function storedAs(services: Services, area: Area, name: string) {
  return { area, name, place: storageOf(services, area).placeOf(name) };
}

/** The content of a report that is delivered. */
export function reportContent(
  services: Services,
  report: {
    application_number: string;
    file_name: string | null;
    size: number | null;
    sha256: string | null;
  },
): Content {
  const { application_number: key, file_name, size, sha256 } = report;
  return {
    table: 'report',
    key,
    ...storedAs(services, 'reports', file_name ?? ''),
    size: size ?? 0,
    sha256: sha256 ?? '',
    applicationNumber: key,
  };
}

/** The content of a file of an earlier report, or of a recipient's own copy. */
export function namedContent(
  services: Services,
  table: (typeof NAMED)[number],
  file: { name: string; size: number; sha256: string; application_number: string },
): Content {
  const { name, size, sha256, application_number: applicationNumber } = file;
  const stored = { ...storedAs(services, 'reports', name), size, sha256, applicationNumber };
  return { table, key: name, ...stored };
}

/** The content of the package of a report: of one that found no data, the manifest alone. */
export function packageContent(
  services: Services,
  report: {
    application_number: string;
    package_name: string | null;
    package_size: number | null;
    package_sha256: string | null;
  },
): Content {
  const workbook = reportContent(services, {
    application_number: report.application_number,
    file_name: report.package_name,
    size: report.package_size,
    sha256: report.package_sha256,
  });
  return { ...workbook, table: 'report_package' };
}
