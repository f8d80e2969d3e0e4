import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import { approvalKindOf, type FourEyes } from '#contract/four-eyes.ts';
import { type ApplicationRow, storedOf } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Second opinions on the approval of an application by an account; null where none is needed. */
export async function fourEyesOf(
  services: Services,
  application: ApplicationRow,
  account: string,
): Promise<FourEyes> {
  const { FOUR_EYES } = await effectiveConfig(services);
  if (!FOUR_EYES.includes(approvalKindOf(storedOf(application)))) return null;
  const given = await lastOpinions(services.store.db, application, account);
  const opinions = given.map(({ id, by, agrees, revision }) => ({
    id,
    by,
    agrees: agrees === 1,
    isCurrent: revision === application.revision,
  }));
  const second = opinions.find(({ agrees, isCurrent }) => agrees && isCurrent);
  return {
    second: second ? { id: second.id, email: second.by } : null,
    opinions: opinions.map(({ id: _, ...opinion }) => opinion),
  };
}

/**
 * The same of an application by its number, for a decision on one of its revisions.
 * @throws {ApiError} `notFound`
 */
export async function secondOpinions(
  services: Services,
  { applicationNumber: number, revision }: { applicationNumber: string; revision: number },
  account: string,
): Promise<FourEyes> {
  const application = await services.store.db
    .selectFrom('application')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!application) throw new ApiError(codes.notFound);
  return fourEyesOf(services, { ...application, revision }, account);
}

/** What each colleague who may still review it said last on the approval of an application. */
async function lastOpinions(
  db: Kysely<Schema>,
  { number, requester_id }: ApplicationRow,
  without: string,
) {
  const answers = await db
    .selectFrom('opinion')
    .innerJoin('note', 'note.id', 'opinion.answer_id')
    .innerJoin('account', 'account.id', 'opinion.asked_of')
    .select(['account.id', 'email as by', 'agrees', 'revision', 'note.at'])
    .where('opinion.application_number', '=', number)
    .where('agrees', 'is not', null)
    .where('asked_of', 'not in', [without, requester_id])
    .where((is) => is.or([is('is_reviewer', '=', 1), is('is_lead', '=', 1)]))
    .orderBy('note.at', 'desc')
    .orderBy('note.id')
    .execute();
  return answers.filter(({ id }, index) => answers.findIndex((one) => one.id === id) === index);
}
