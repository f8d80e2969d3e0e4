import { sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import { configInForce } from '../settings/desk-settings.ts';
import type { Schema } from '../store/schema.ts';
import { courseOf, dueAtOf } from './application-clock.ts';

/**
 * Brings the due dates that are the data holder's into step with a service goal or holidays that
 * changed; `before` is the configuration that they were reckoned by.
 */
export async function reckonDueDates(
  services: Services,
  trx: Transaction<Schema>,
  before: Config,
): Promise<void> {
  const config = await configInForce(services, trx);
  const later = config.SERVICE_GOAL_DAYS - before.SERVICE_GOAL_DAYS;
  // A goal of so many days more ends so much later, whatever was used of it.
  if (later !== 0)
    await trx
      .updateTable('application')
      .set({ due_at: sql<number>`due_at + ${later}` })
      .where('kind', '=', 'personal')
      .where('due_at', 'is not', null)
      .where('answer_due_at', 'is', null)
      .execute();
  if (config.HOLIDAYS === before.HOLIDAYS) return;
  const requests = await trx
    .selectFrom('application')
    .selectAll()
    .where('kind', '=', 'public')
    .where('due_at', 'is not', null)
    .where('answer_due_at', 'is', null)
    .execute();
  for (const request of requests) {
    const course = await courseOf(trx, request.number);
    await trx
      .updateTable('application')
      .set({ due_at: dueAtOf(config, request, course, services.now()) })
      .where('number', '=', request.number)
      .execute();
  }
}
