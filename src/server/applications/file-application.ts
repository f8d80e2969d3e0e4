import { randomInt } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { namesPersonalData, type PublicForm } from '#contract/public-form.ts';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { fileIdsIn } from '#forms/field.ts';
import { filedFields } from '#forms/filed-fields.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { dueAtOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { attachFiles } from '#server/applications/files/stored-files.ts';
import { isUniqueViolation } from '#server/platform/database/database.ts';
import { findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';
import { formsOf, namesIn, searchText } from './answers.ts';
import { type ApplicationRow, columnsOf } from './application-row.ts';
import { applications } from './apply-event.ts';
import { recordEntry } from './history.ts';
import { filingQuotas } from './quotas.ts';
import { sortNameOf } from './sort-names.ts';

export interface Filing {
  kind: ApplicationKind;
  submissionId: string;
  vehicle: { vehicleId: string; vin: string } | null;
  form: { purpose: string };
}

type Filed = { applicationNumber: string; revision: number };

/**
 * Files an application; a repeated submission returns the one that was filed. Throws `unknownFile`
 * if an uploaded file belongs to another account or application, or is malware.
 */
export async function fileApplication(
  services: Services,
  account: Account,
  language: Language,
  filing: Filing,
  rateLimiter: RateLimiter,
): Promise<Filed> {
  const earlier = await findFiled(services, account, filing.submissionId);
  if (earlier) return earlier;
  try {
    return await services.store.transact((trx) =>
      writeFiling({ services, trx }, account, language, filing, rateLimiter),
    );
  } catch (error) {
    // A concurrent retry may have been stored first, so this one is a duplicate or over a limit.
    const other =
      isUniqueViolation(error) || error instanceof ApiError
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
  const row = await findRow(store.db, 'application', {
    requester_id: account.id,
    submission_id: submissionId,
  });
  return row ? { applicationNumber: row.number, revision: row.revision } : null;
}

async function writeFiling(
  scope: Scope,
  account: Account,
  language: Language,
  filing: Filing,
  rateLimiter: RateLimiter,
): Promise<Filed> {
  const { services, trx } = scope;
  const { kind, vehicle } = filing;
  const quotas = filingQuotas(services.config, account, vehicle?.vehicleId ?? null);
  await rateLimiter.consume(trx, quotas);
  const number = newNumber(services.now());
  const { revision } = await applications.start(
    scope,
    { kind, isForThirdParty: isForThirdParty(storedFiling(filing)), requester: account.id },
    async (next) => {
      const row = await insert(scope, account, filing, { number, ...columnsOf(next) });
      await attachFiles(scope, fileIdsIn(filedFields[kind], filing.form), row, rateLimiter);
      return row;
    },
    { language },
  );
  return { applicationNumber: number, revision };
}

const storedFiling = ({ kind, form }: Filing) => ({ kind, form_json: formsOf(kind).write(form) });

async function insert(
  { services, trx }: Scope,
  account: Account,
  filing: Filing,
  first: Pick<ApplicationRow, 'number'> & ReturnType<typeof columnsOf>,
): Promise<ApplicationRow> {
  const { number } = first;
  const at = services.now();
  const subject = { ...first, ...storedFiling(filing) };
  const { names } = namesIn(subject);
  const trace = [{ at, to: first.state, event: 'application.file' }];
  const row = await trx
    .insertInto('application')
    .values({
      ...subject,
      requester_id: account.id,
      submission_id: filing.submissionId,
      purpose: filing.form.purpose,
      vehicle_id: filing.vehicle?.vehicleId ?? null,
      created_at: at,
      updated_at: at,
      due_at: dueAtOf(await effectiveConfig(services, trx), subject, trace, at),
      requester_name: sortNameOf(subject),
      reminded_revision: -1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRows(trx, 'application_search', {
    application_number: number,
    text: searchText(number, account.email, ...names, filing.vehicle?.vin),
  });
  await recordEntry(trx, {
    application_number: number,
    revision: first.revision,
    at,
    actor_id: account.id,
    role: 'requester',
    event: 'application.file',
    from_state: null,
    to_state: first.state,
    text: null,
    facts_json: null,
  });
  return row;
}

/**
 * @throws {ApiError} `personalDataNotAllowed` if a request outside an emergency names personal data
 */
export function rejectPersonalData(form: PublicForm, field: string): void {
  if (namesPersonalData(form))
    throw new ApiError(codes.personalDataNotAllowed, { fields: [{ field, problem: 'choice' }] });
}

// Crockford's base 32, without letters that look like digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `VD-`, day in UTC, six random characters. Does not reveal how many applications exist. */
function newNumber(at: number): string {
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const suffix = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `VD-${day}-${suffix}`;
}
