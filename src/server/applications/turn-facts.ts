import type { Kysely } from 'kysely';
import type { TurnFacts } from '#contract/application-record.ts';
import { recipientAddress } from '#contract/recipient.ts';
import { personalForms } from '#contract/stored-forms.ts';
import { groupAndTasksOf, type Task } from '#contract/turns.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type ApplicationRow, storedOf, unconfirmedContact } from './application-row.ts';

export function selectWithTurnFacts({ now }: Pick<Services, 'now'>, db: Kysely<Schema>) {
  return db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .leftJoin('report', 'report.application_number', 'application.number')
    .leftJoin('recipient', 'recipient.application_number', 'application.number')
    .leftJoin('quote', (join) =>
      join
        .onRef('quote.application_number', '=', 'application.number')
        .on('quote.state', '=', 'open')
        .on('quote.valid_until', '>', now()),
    )
    .selectAll('application')
    .select(['account.email', 'quote.valid_on as quote_day'])
    .select(['recipient.email as recipient', 'recipient.withdrawn_at'])
    .select(['report.state as report_state', 'report.fetched_at as report_fetched_at'])
    .select(['report.kept_until as report_kept_until', 'report.regenerations']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWithTurnFacts>['execute']>>[number];

export function turnFactsIn(row: Row): TurnFacts {
  const { recipient, withdrawn_at: withdrawnAt } = row;
  const named = recipient === null ? null : { email: recipient, withdrawnAt };
  const thirdParty =
    row.kind === 'personal' ? personalForms.read(row.form_json).thirdParty : undefined;
  return {
    reportFetchedAt: row.report_fetched_at,
    quoteDay: row.quote_day,
    isRecipientNamed: recipientAddress(thirdParty, named) !== null,
    unconfirmedContact: unconfirmedContact(row, row.email),
  };
}

/** Values of `application` take precedence over the stored row, which may not be updated yet. */
export async function turnFactsOf(
  services: Pick<Services, 'now'>,
  db: Kysely<Schema>,
  application: ApplicationRow,
) {
  const row = await selectWithTurnFacts(services, db)
    .where('application.number', '=', application.number)
    .executeTakeFirstOrThrow();
  return { ...turnFactsIn({ ...row, ...application }), reportState: row.report_state };
}

export async function tasksOf(
  services: Pick<Services, 'now'>,
  db: Kysely<Schema>,
  application: ApplicationRow,
): Promise<Task[]> {
  const facts = await turnFactsOf(services, db, application);
  return groupAndTasksOf({ ...storedOf(application), ...facts }).tasks;
}
