import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CorrectableRecord, Correction } from '#contract/corrections.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';

export interface EarlierRecord extends Pick<Correction, 'facts' | 'recordedAt'> {
  number: string;
  about: CorrectableRecord;
  subject: string;
  recordedBy: string;
}

export async function saveEarlierRecord(
  trx: Kysely<Schema>,
  { number, about, subject, facts, recordedBy, recordedAt }: EarlierRecord,
  { by, at, isWithdrawal }: { by: string; at: number; isWithdrawal: boolean },
): Promise<void> {
  await insertRows(trx, 'earlier_record', {
    id: randomUUID(),
    application_number: number,
    about,
    subject,
    facts_json: JSON.stringify(facts),
    recorded_by: recordedBy,
    recorded_at: recordedAt,
    changed_by: by,
    changed_at: at,
    withdrawn: isWithdrawal ? 1 : 0,
  });
}

export async function correctionsOf(db: Kysely<Schema>, number: string): Promise<Correction[]> {
  const rows = await db
    .selectFrom('earlier_record')
    .innerJoin('account as recorder', 'recorder.id', 'earlier_record.recorded_by')
    .innerJoin('account as corrector', 'corrector.id', 'earlier_record.changed_by')
    .select(['about', 'subject', 'facts_json', 'recorded_at', 'changed_at', 'withdrawn'])
    .select(['recorder.email as recordedBy', 'corrector.email as by'])
    .where('application_number', '=', number)
    .orderBy('changed_at')
    .orderBy('recorded_at')
    .orderBy('earlier_record.id')
    .execute();
  return rows.map(({ about, subject, facts_json, recorded_at, changed_at, withdrawn, ...by }) => ({
    ...by,
    about,
    disputeId: subject === number ? null : subject,
    isWithdrawal: withdrawn === 1,
    at: changed_at,
    facts: JSON.parse(facts_json),
    recordedAt: recorded_at,
  }));
}
