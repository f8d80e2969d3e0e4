import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { initialTransition } from 'xstate';
import type { Language } from '#contract/languages.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';
import type { Account } from '#server/platform/http/route.ts';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { isUniqueViolation } from '#server/platform/store/database.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { dueAtOf } from '#server/workflow/clock/application-clock.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import { dataRequests, personalForms, publicForms } from '#server/workflow/forms/stored-forms.ts';
import { applicationReceived } from './application-mails.ts';
import { columnsOf } from './apply-event.ts';
import { attachFiles } from './attach-files.ts';
import { postDeskNotice } from './desk-notice.ts';
import { recordEntry } from './history.ts';

/** An application as its requester files it. */
export interface Filing {
  kind: ApplicationKind;
  submissionId: string;
  purpose: string;
  vehicleId: string | null;
  form: object;
  /** What a public-sector body asks for stands in its form; a customer asks later. */
  dataRequest: object | null;
  /** Ids of the files the form names. */
  files: readonly string[];
  /** People, bodies and the VIN, as the desk searches them. */
  names: readonly string[];
}

type Filed = { applicationNumber: string; revision: number };

/**
 * Files an application; the same submission again answers the application that it made.
 * @throws {ApiError} `unknownFile` when a named file is not the requester's or is used already
 */
export async function fileApplication(
  services: Services,
  account: Account,
  language: Language,
  filing: Filing,
): Promise<Filed> {
  const earlier = await findFiled(services, account, filing.submissionId);
  if (earlier) return earlier;
  try {
    return await services.store.transact((trx) =>
      writeFiling(services, trx, account, language, filing),
    );
  } catch (error) {
    // Sent twice at once: the other one won.
    const other = isUniqueViolation(error)
      ? await findFiled(services, account, filing.submissionId)
      : null;
    if (other) return other;
    throw error;
  }
}

async function findFiled(
  { store }: Services,
  account: Account,
  submissionId: string,
): Promise<Filed | null> {
  const row = await store.db
    .selectFrom('application')
    .select(['number', 'revision'])
    .where('requester_id', '=', account.id)
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return row ? { applicationNumber: row.number, revision: row.revision } : null;
}

async function writeFiling(
  services: Services,
  trx: Transaction<Schema>,
  account: Account,
  language: Language,
  filing: Filing,
): Promise<Filed> {
  const at = services.now();
  const number = newNumber(at);
  const [snapshot] = initialTransition(applicationMachine, {
    kind: filing.kind,
    requester: account.id,
  });
  const columns = columnsOf(snapshot);
  const form_json = (filing.kind === 'personal' ? personalForms : publicForms).write(filing.form);
  const subject = { ...columns, kind: filing.kind, form_json };
  await trx
    .insertInto('application')
    .values({
      ...subject,
      number,
      requester_id: account.id,
      submission_id: filing.submissionId,
      purpose: filing.purpose,
      vehicle_id: filing.vehicleId,
      data_request_json: filing.dataRequest && dataRequests.write(filing.dataRequest),
      information_request: null,
      information_items: null,
      refusal_ground: null,
      created_at: at,
      updated_at: at,
      due_at: dueAtOf(
        await effectiveConfig(services, trx),
        subject,
        [{ at, to: columns.state }],
        at,
      ),
      assignee_id: null,
      reminded_revision: -1,
    })
    .execute();
  await trx
    .insertInto('application_search')
    .values({
      application_number: number,
      text: searchText(number, account.email, ...filing.names),
    })
    .execute();
  await recordEntry(trx, {
    application_number: number,
    revision: columns.revision,
    at,
    actor_id: account.id,
    role: 'requester',
    event: 'application.file',
    from_state: null,
    to_state: columns.state,
    text: null,
    facts_json: null,
  });
  await attachFiles(trx, { files: filing.files, owner: account.id, number });
  const text = applicationReceived(language, {
    number,
    holderName: services.config.HOLDER_NAME,
    url: `${services.config.PUBLIC_URL ?? ''}/home/data-acquisition`,
  });
  await postMail(trx, {
    ...text,
    recipient: account.email,
    language,
    at,
    applicationNumber: number,
  });
  await postDeskNotice(services, trx, { number, event: 'application.file' });
  return { applicationNumber: number, revision: columns.revision };
}

/** What the desk's search looks in, in lower case. */
function searchText(...words: readonly string[]): string {
  return words.join('\n').toLowerCase();
}

// Crockford's base 32: no letter that is read as a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `VD-`, the day in UTC, and six characters that tell nothing about how many there are. */
function newNumber(at: number): string {
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const suffix = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `VD-${day}-${suffix}`;
}
