import type { Kysely } from 'kysely';
import type { TurnFacts } from '#contract/application-record.ts';
import { standingOf, type Task } from '#contract/turns.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type ApplicationRow, storedOf, unconfirmedContact } from './application-row.ts';

/** Selects applications with what decides, besides their state, whose turn it is. */
export function selectWithTurnFacts({ now }: Pick<Services, 'now'>, db: Kysely<Schema>) {
  return (
    db
      .selectFrom('application')
      .innerJoin('account', 'account.id', 'application.requester_id')
      .leftJoin('report', 'report.application_number', 'application.number')
      .leftJoin('recipient', (join) =>
        join
          .onRef('recipient.application_number', '=', 'application.number')
          .on('recipient.withdrawn_at', 'is', null),
      )
      // At most one quote is open.
      .leftJoin('quote', (join) =>
        join
          .onRef('quote.application_number', '=', 'application.number')
          .on('quote.state', '=', 'open')
          .on('quote.valid_until', '>', now()),
      )
      .selectAll('application')
      .select(['account.email', 'recipient.email as recipient', 'quote.valid_on as quote_day'])
      .select(['report.state as report_state', 'report.fetched_at as report_fetched_at'])
      .select(['report.kept_until as report_kept_until', 'report.regenerations'])
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWithTurnFacts>['execute']>>[number];

export function turnFactsIn(row: Row): TurnFacts {
  return {
    reportFetchedAt: row.report_fetched_at,
    quoteDay: row.quote_day,
    isRecipientNamed: row.recipient !== null,
    unconfirmedContact: unconfirmedContact(row, row.email),
  };
}

/** `application` may differ from its row. */
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

/** Returns what the requester of an application has to do. */
export async function tasksOf(
  services: Pick<Services, 'now'>,
  db: Kysely<Schema>,
  application: ApplicationRow,
): Promise<Task[]> {
  const facts = await turnFactsOf(services, db, application);
  return standingOf({ ...storedOf(application), ...facts }).tasks;
}
