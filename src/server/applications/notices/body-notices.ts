import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { PassingOn } from '#contract/notices.ts';
import { hasTag } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import type { Actor } from '#machines/application.events.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { postDeskNotice } from '#server/applications/mails/desk-notice.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { acknowledgementAsked } from '#server/applications/quotes/quote-mails.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

type Subject = Pick<ApplicationRow, 'number' | 'kind' | 'state' | 'requester_id' | 'form_json'>;
type Facts = Omit<PassingOn, 'noticeId' | 'at'>;

/**
 * Records that a body erased what it was given; the desk is mailed where the body itself says so.
 * @throws {ApiError} `invalid` of a day to come, or `notAllowedNow` where nothing was given, or it
 *   was recorded before
 */
export async function recordErasure(
  { services, trx }: Scope,
  by: Actor,
  application: Subject,
  { erasedOn, text = '' }: { erasedOn: string; text?: string | undefined },
): Promise<void> {
  const { number, state } = application;
  const at = services.now();
  // Nobody erases tomorrow.
  if (Date.parse(erasedOn) > at)
    throw new ApiError(codes.invalid, { fields: [{ field: 'erasedOn', problem: 'range' }] });
  requireGiven(application);
  const { numInsertedOrUpdatedRows: recorded } = await trx
    .insertInto('erasure_notice')
    .values({ application_number: number, at, recorded_by: by.id, erased_on: erasedOn, text })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (recorded !== 1n) throw new ApiError(codes.notAllowedNow, { state });
  if (by.role === 'requester')
    await postDeskNotice(services, trx, { number, event: 'erasure.notify', linkEndedAt: null });
}

/**
 * Records that a body passes on what it was given, and mails the desk; the same notice sent again
 * is none.
 * @throws {ApiError} `notAllowedNow` where nothing was given
 */
export async function recordPassingOn(
  { services, trx }: Scope,
  by: Actor,
  application: Subject,
  { kind, organisation, contact, purpose, safeguards, usedUntil }: Facts,
): Promise<void> {
  requireGiven(application);
  const facts: Facts = { kind, organisation, contact, purpose, safeguards, usedUntil };
  const isNew = await addNotice({ services, trx }, by, application, 'passingOn', facts);
  const { number } = application;
  if (isNew)
    await postDeskNotice(services, trx, { number, event: 'passing.notify', linkEndedAt: null });
}

/**
 * Asks a body for the public acknowledgement of what the data holder contributes, once.
 * @throws {ApiError} `notAllowedNow` outside an emergency, and of a request that ended without data
 */
export async function askAcknowledgement(
  { services, trx }: Scope,
  by: Actor,
  application: Subject,
): Promise<void> {
  const { kind, state } = application;
  const isFree =
    kind === 'public' && publicForms.read(application.form_json).type === 'publicEmergency';
  if (!isFree || (hasTag(state, 'ended') && !hasTag(state, 'downloadable')))
    throw new ApiError(codes.notAllowedNow, { state });
  if (!(await addNotice({ services, trx }, by, application, 'acknowledgement', null))) return;
  await mailRequester({ services, trx }, application, acknowledgementAsked, {});
}

/** Notices of passing data on, oldest first; erasure and the wish for acknowledgement, or null. */
export async function bodyNoticesOf(db: Kysely<Schema>, number: string) {
  const rows = await db
    .selectFrom('body_notice')
    .selectAll()
    .where('application_number', '=', number)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const erasure = await db
    .selectFrom('erasure_notice')
    .select('erased_on')
    .where('application_number', '=', number)
    .executeTakeFirst();
  const asked = rows.find(({ about }) => about === 'acknowledgement');
  return {
    passedOn: rows.flatMap(({ id, at, facts_json }): PassingOn[] =>
      facts_json === null ? [] : [{ noticeId: id, at, ...JSON.parse(facts_json) }],
    ),
    acknowledgement: asked ? { at: asked.at } : null,
    erasedOn: erasure?.erased_on ?? null,
  };
}

function requireGiven({ kind, state }: Subject): void {
  if (kind !== 'public' || !hasTag(state, 'downloadable'))
    throw new ApiError(codes.notAllowedNow, { state });
}

/** Adds a notice about an application that the caller has locked; false of one that is there. */
async function addNotice(
  { services, trx }: Scope,
  by: Actor,
  { number }: Subject,
  about: Schema['body_notice']['about'],
  facts: Facts | null,
): Promise<boolean> {
  const facts_json = facts && JSON.stringify(facts);
  const same = await trx
    .selectFrom('body_notice')
    .select('id')
    .where('application_number', '=', number)
    .where('about', '=', about)
    .$if(facts_json !== null, (query) => query.where('facts_json', '=', facts_json))
    .executeTakeFirst();
  if (same) return false;
  const id = randomUUID();
  const notice = { id, application_number: number, about, facts_json };
  await trx
    .insertInto('body_notice')
    .values({ ...notice, at: services.now(), recorded_by: by.id })
    .execute();
  return true;
}
