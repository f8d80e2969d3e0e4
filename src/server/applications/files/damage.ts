import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { fileDamaged } from '#server/applications/reports/report-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Part } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { type Content, contentKinds, contentsOf } from './stored-contents.ts';

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

async function check(services: Services, found: AsyncIterable<Content>): Promise<Checked> {
  const damaged: Content[] = [];
  let contents = 0;
  for await (const content of found) {
    const isIntact = await isAsStored(services, content);
    if (!isIntact) damaged.push(content);
    await recordCheck(services, content, isIntact);
    contents++;
  }
  return { contents, damaged };
}

export async function damagedContents(services: Services): Promise<Content[]> {
  const damaged: Content[] = [];
  for await (const content of contentsOf(services))
    if (!(await isAsStored(services, content))) damaged.push(content);
  return damaged;
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
