import { postMail } from '#server/platform/jobs/outbox.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Services } from '#server/platform/store/services.ts';
import { DamagedFile } from '#server/platform/store/store-error.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import type { Content } from './contents.ts';
import { fileDamaged } from './report-mails.ts';

/** Stands in the log where nobody acts. */
const PORTAL = { id: 'portal', email: 'portal' };

/**
 * Writes down that a content was found whole or damaged. The desk is told once about each that is
 * damaged, in the log and by mail; one that was put right is whole again.
 */
export async function recordCheck(
  services: Services,
  { table, key, name, applicationNumber }: Content,
  isWhole: boolean,
): Promise<void> {
  const { store, now } = services;
  await store.transact(async (trx) => {
    const row = await (table === 'report'
      ? store.forUpdate(
          trx
            .selectFrom('report')
            .select('damaged_at')
            .where('application_number', '=', key)
            .where('file_name', '=', name),
        )
      : store.forUpdate(trx.selectFrom('stored_file').select('damaged_at').where('id', '=', key))
    ).executeTakeFirst();
    // Meanwhile it was erased, or generated again.
    if (!row) return;
    const changed = { checked_at: now(), damaged_at: isWhole ? null : (row.damaged_at ?? now()) };
    await (table === 'report'
      ? trx.updateTable('report').set(changed).where('application_number', '=', key)
      : trx.updateTable('stored_file').set(changed).where('id', '=', key)
    ).execute();
    if (isWhole || row.damaged_at !== null) return;
    await appendAuditEvent(services, trx, {
      by: PORTAL,
      action: 'file.damaged',
      ...(applicationNumber && { reference: applicationNumber }),
      detail: name,
    });
    const { DESK_MAILBOX: recipient, DESK_LANGUAGE: language } = await effectiveConfig(
      services,
      trx,
    );
    if (!recipient) return;
    await postMail(trx, {
      ...fileDamaged(language, { number: applicationNumber, fileName: name }),
      recipient,
      language,
      at: now(),
      ...(applicationNumber && { reference: applicationNumber }),
    });
  });
}

/** Runs what reads a content; writes down that it is damaged when that is found. */
export async function noticingDamage<T>(
  services: Services,
  content: Content,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedFile) await recordCheck(services, content, false);
    throw error;
  }
}
