import { type Kysely, sql } from 'kysely';
import type { StaffRecord } from '#contract/application-record.ts';
import type { Language } from '#contract/languages.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { recordOf } from '#server/applications/records.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';

/**
 * Returns the record of an application. Names the member of staff behind each action, unless the
 * application is the reader's own.
 */
export async function staffRecordOf(
  services: Services,
  row: ApplicationRow,
  language: Language,
  isOwn: boolean,
): Promise<StaffRecord> {
  const [record, acts] = await Promise.all([
    recordOf(services, row, language),
    isOwn ? new Map<string, string>() : colleaguesOf(services.store.db, row),
  ]);
  const actor = (act: string) => acts.get(act) ?? null;
  const { history, disputes, quotes, acknowledgement } = record;
  return {
    ...record,
    history: history.map((entry) => ({ ...entry, actor: actor(`event ${entry.revision}`) })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      recorder: actor(`recorded ${dispute.disputeId}`),
      endedBy: actor(`ended ${dispute.disputeId}`),
    })),
    quotes: quotes.map((quote) => ({
      ...quote,
      sentBy: actor(`sent ${quote.quoteId}`),
      settledBy: actor(`settled ${quote.quoteId}`),
    })),
    acknowledgement: acknowledgement && { ...acknowledgement, askedBy: actor('acknowledgement') },
  };
}

async function colleaguesOf(
  db: Kysely<Schema>,
  { number, requester_id }: ApplicationRow,
): Promise<Map<string, string>> {
  const acts = sql<{ act: string; email: string }>`
    select act, email from (
      select 'event ' || revision as act, actor_id as id
        from history_entry where application_number = ${number}
      union all select 'recorded ' || id, recorded_by
        from dispute where application_number = ${number}
      union all select 'ended ' || id, ended_by
        from dispute where application_number = ${number}
      union all select 'sent ' || id, sent_by
        from quote where application_number = ${number}
      union all select 'settled ' || id, settled_by
        from quote where application_number = ${number}
      union all select about, recorded_by
        from body_notice where application_number = ${number}
    ) as acts inner join account on account.id = acts.id
    where account.id <> ${requester_id}`;
  const { rows } = await acts.execute(db);
  return new Map(rows.map(({ act, email }) => [act, email]));
}
