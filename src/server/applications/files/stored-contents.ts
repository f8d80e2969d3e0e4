import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { fileDamaged } from '#server/applications/reports/report-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Area, Fingerprint, Part } from '#server/platform/storage/file-storage.ts';
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

/** Row of any table in `contentKinds`; the columns differ by table. */
type ContentRow = Readonly<Record<string, unknown>>;

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
      last = rows.at(-1)?.[contentKinds[table].key] as string | undefined;
    }
}

async function selectPage(
  { store }: Services,
  kind: ContentKind,
  last: string,
  before: number,
): Promise<ContentRow[]> {
  const { table, key, name, prefix } = contentKinds[kind];
  const number = table === 'series_object' ? [] : ['application_number'];
  const columns = new Set([key, name, `${prefix}size`, `${prefix}sha256`, ...number]);
  const isStored = storedIf[kind] ?? sql`true`;
  const { rows } = await sql<ContentRow>`
    select ${sql.join([...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(key)} > ${last} and ${sql.ref(name)} is not null and ${isStored}
      and ${sql.ref(`${prefix}checked_at`)} < ${before}
    order by ${sql.ref(key)} limit ${PAGE}`.execute(store.db);
  return rows;
}

export function contentOf(services: Services, table: ContentKind, row: object): Content {
  const { area, prefix, ...column } = contentKinds[table];
  const columns = row as ContentRow;
  const name = String(columns[column.name] ?? '');
  return {
    table,
    key: String(columns[column.key]),
    area,
    name,
    place: storageOf(services, area).placeOf(name),
    size: Number(columns[`${prefix}size`] ?? 0),
    sha256: String(columns[`${prefix}sha256`] ?? ''),
    applicationNumber: (columns.application_number ?? null) as string | null,
  };
}

const CHECK_INTERVAL_MS = 7 * DAY;

const PORTAL = { id: 'portal', email: 'portal' };

export interface Checked {
  contents: number;
  damaged: Content[];
}

export function checkDueContents(services: Services): Promise<Checked> {
  return check(services, contentsOf(services, services.now() - CHECK_INTERVAL_MS));
}

export function checkAllContents(services: Services): Promise<Checked> {
  return check(services, contentsOf(services));
}

/** Checks all contents without recording the results. */
export async function damagedContents(services: Services): Promise<Content[]> {
  return (await check(services, contentsOf(services), false)).damaged;
}

async function check(
  services: Services,
  found: AsyncIterable<Content>,
  isRecorded = true,
): Promise<Checked> {
  const damaged: Content[] = [];
  let contents = 0;
  for await (const content of found) {
    const isIntact = await isAsStored(services, content);
    if (!isIntact) damaged.push(content);
    if (isRecorded) await recordCheck(services, content, isIntact);
    contents++;
  }
  return { contents, damaged };
}

async function isAsStored(services: Services, content: Content): Promise<boolean> {
  try {
    await storageOf(services, content.area).check(content.name, content);
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

/**
 * Records whether stored content matches its hash. Reports damage to the audit log and the desk's
 * mailbox once, and again only if the content was intact in between.
 */
export async function recordCheck(
  services: Services,
  { table: kind, key, name, applicationNumber }: Content,
  isIntact: boolean,
): Promise<void> {
  const { store, now } = services;
  const { table, key: keyColumn, name: nameColumn, prefix } = contentKinds[kind];
  await store.transact(async (trx) => {
    // Typed as `report`: the columns of the other tables have the same types.
    const query = trx
      .selectFrom(table as 'report')
      .select(`${prefix}damaged_at as damaged_at` as 'damaged_at')
      .where(keyColumn as 'application_number', '=', key)
      .where(nameColumn as 'file_name', '=', name);
    const row = await store.forUpdate(query).executeTakeFirst();
    if (!row) return;
    const damagedAt = isIntact ? null : (row.damaged_at ?? now());
    await trx
      .updateTable(table as 'report')
      .set({ [`${prefix}checked_at`]: now(), [`${prefix}damaged_at`]: damagedAt })
      .where(keyColumn as 'application_number', '=', key)
      .execute();
    if (isIntact || row.damaged_at !== null) return;
    const reference = applicationNumber === null ? {} : { reference: applicationNumber };
    const event = { by: PORTAL, action: 'file.damaged', detail: name } as const;
    await appendAuditEvent(services, trx, { ...event, ...reference });
    const config = await effectiveConfig(services, trx);
    const { DESK_MAILBOX: recipient, DESK_LANGUAGE: language } = config;
    if (!recipient) return;
    const mail = fileDamaged(language, { number: applicationNumber, fileName: name });
    await postMail(trx, { ...mail, recipient, language, at: now(), ...reference });
  });
}

/** Time in ms for which the parts of a download rely on the last check, which reads all content. */
const VERIFIED_FOR = 10 * MINUTE;
const MAX_REMEMBERED = 1000;
const verifiedAt = new Map<string, number>();

/**
 * Reads stored content, or a part of it. Verifies the hash, for a part only if this process has not
 * verified it for ten minutes. Records damage, and throws {@link DamagedFile}.
 */
export async function readContent(
  services: Services,
  content: Content,
  part: Part | null = null,
): Promise<Readable> {
  const { name, size, sha256, area } = content;
  const isVerified = part !== null && Date.now() < (verifiedAt.get(name) ?? 0) + VERIFIED_FOR;
  try {
    const stored = isVerified ? { size } : { size, sha256 };
    const opened = await storageOf(services, area).read(name, stored, part ?? undefined);
    if (!isVerified) remember(name);
    return opened;
  } catch (error) {
    if (error instanceof DamagedFile) await recordCheck(services, content, false);
    throw error;
  }
}

function remember(name: string): void {
  verifiedAt.delete(name);
  verifiedAt.set(name, Date.now());
  const [oldest] = verifiedAt.keys();
  if (verifiedAt.size > MAX_REMEMBERED && oldest !== undefined) verifiedAt.delete(oldest);
}

export async function countDamaged({ db }: Store): Promise<number> {
  let damaged = 0;
  for (const { table, prefix } of Object.values(contentKinds)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(table)} where ${sql.ref(`${prefix}damaged_at`)} is not null`.execute(db);
    damaged += Number(rows[0]?.count);
  }
  return damaged;
}
