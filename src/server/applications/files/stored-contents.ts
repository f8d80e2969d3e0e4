import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ReportFormat } from '#contract/report.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Area, Fingerprint } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

/**
 * Kinds of stored content: table and columns of the row that refers to it. `prefix` precedes the
 * names of the columns for size, hash and checks.
 */
export const contentKinds = {
  stored_file: { table: 'stored_file', area: 'files', key: 'id', name: 'id', prefix: '' },
  report: {
    table: 'report',
    area: 'reports',
    key: 'application_number',
    name: 'file_name',
    prefix: '',
  },
  report_package: {
    table: 'report',
    area: 'reports',
    key: 'application_number',
    name: 'package_name',
    prefix: 'package_',
  },
  held_report: { table: 'held_report', area: 'reports', key: 'name', name: 'name', prefix: '' },
  recipient_file: {
    table: 'recipient_file',
    area: 'reports',
    key: 'name',
    name: 'name',
    prefix: '',
  },
  series_object: { table: 'series_object', area: 'series', key: 'id', name: 'id', prefix: '' },
} as const;

export type ContentKind = keyof typeof contentKinds;

export interface Content extends Fingerprint {
  table: ContentKind;
  key: string;
  area: Area;
  name: string;
  place: string;
  applicationNumber: string | null;
}

interface ContentRow {
  key: string;
  name: string | null;
  size: number | null;
  sha256: string | null;
  application_number: string | null;
}

const storedIf: Partial<Record<ContentKind, RawBuilder<unknown>>> = {
  // The content of a file with malware was deleted.
  stored_file: sql`scan <> 'malware'`,
  report: sql`state = 'delivered'`,
};

const PAGE = 100;

export async function* contentsOf(
  services: Services,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Content> {
  for (const table of Object.keys(contentKinds) as ContentKind[])
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows = await selectPage(services, table, last, before);
      for (const row of rows) yield contentOf(services, table, row);
      last = rows.at(-1)?.key;
    }
}

async function selectPage(
  { store }: Services,
  kind: ContentKind,
  last: string,
  before: number,
): Promise<ContentRow[]> {
  const { table, key, name, prefix } = contentKinds[kind];
  const number = table === 'series_object' ? sql`null` : sql.ref('application_number');
  const isStored = storedIf[kind] ?? sql`true`;
  const { rows } = await sql<ContentRow>`
    select ${sql.ref(key)} as key, ${sql.ref(name)} as name, ${number} as application_number,
      ${sql.ref(`${prefix}size`)} as size, ${sql.ref(`${prefix}sha256`)} as sha256
    from ${sql.table(table)}
    where ${sql.ref(key)} > ${last} and ${sql.ref(name)} is not null and ${isStored}
      and ${sql.ref(`${prefix}checked_at`)} < ${before}
    order by ${sql.ref(key)} limit ${PAGE}`.execute(store.db);
  return rows;
}

export function contentOf(services: Services, table: ContentKind, row: ContentRow): Content {
  const { key, name, size, sha256, application_number: applicationNumber } = row;
  const { area } = contentKinds[table];
  return {
    table,
    key,
    area,
    name: name ?? '',
    place: storageOf(services, area).placeOf(name ?? ''),
    size: size ?? 0,
    sha256: sha256 ?? '',
    applicationNumber,
  };
}

export function fileContent(
  services: Services,
  file: Omit<ContentRow, 'key' | 'name'> & { id: string },
): Content {
  return contentOf(services, 'stored_file', { ...file, key: file.id, name: file.id });
}

type ReportColumn = `${'' | 'package_'}${'size' | 'sha256'}` | 'file_name' | 'package_name';

export function reportContent(
  services: Services,
  format: ReportFormat,
  report: Pick<Selectable<Schema['report']>, 'application_number' | ReportColumn>,
): Content {
  const { application_number, file_name, size, sha256 } = report;
  const row = { key: application_number, application_number };
  return format === 'xlsx'
    ? contentOf(services, 'report', { ...row, name: file_name, size, sha256 })
    : contentOf(services, 'report_package', {
        ...row,
        name: report.package_name,
        size: report.package_size,
        sha256: report.package_sha256,
      });
}
