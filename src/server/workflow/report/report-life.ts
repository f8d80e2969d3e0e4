import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { type ExecutableActionObject, initialTransition, transition } from 'xstate';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { type ReportEvent, type ReportSnapshot, reportMachine } from '#machines/report.machine.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type MailText, postMail } from '#server/platform/jobs/outbox.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import type { Services } from '#server/platform/services.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { ApplicationFacts } from '#server/workflow/forms/application-letter.ts';
import { requestedDataOf } from '#server/workflow/forms/stored-forms.ts';
import { reportEmpty, reportFailed, reportReady } from './report-mails.ts';
import { reportReasonText } from './report-reasons.ts';

type ReportRow = Schema['report'];

/** What goes with an event of a report. */
interface Particulars {
  columns?: Partial<Pick<ReportRow, 'reason' | 'file_name' | 'rows' | 'size' | 'sha256'>>;
  /** Of the file that was just written. */
  password?: string;
}

/** First retry after 5 s, then four times as long each time. */
const FIRST_RETRY = 5_000;

/** Queues the report of an approved application, in the transaction of the approval. */
export async function queueReport(
  services: Services,
  trx: Transaction<Schema>,
  application: Schema['application'],
): Promise<void> {
  const [snapshot, effects] = initialTransition(reportMachine, {
    requester: application.requester_id,
  });
  const row: ReportRow = {
    application_number: application.number,
    ...columnsOf(snapshot),
    reason: null,
    file_name: null,
    rows: null,
    size: null,
    sha256: null,
    updated_at: services.now(),
  };
  await trx.insertInto('report').values(row).execute();
  await runEffects(services, trx, effects, row, {});
}

/**
 * Sends an event to a report; its state and effects are written in one transaction.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when the machine does not take it
 */
export async function applyReportEvent(
  services: Services,
  number: string,
  event: ReportEvent,
  particulars: Particulars = {},
): Promise<ReportRow> {
  const { store } = services;
  let obsolete: string | null = null;
  const changed = await store.transact(async (trx) => {
    const report = await store
      .forUpdate(trx.selectFrom('report').selectAll().where('application_number', '=', number))
      .executeTakeFirst();
    if (!report) throw new ApiError(codes.notFound);
    const { requester_id: requester } = await trx
      .selectFrom('application')
      .select('requester_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const before = reportMachine.resolveState({
      value: report.state,
      context: { requester, attempts: report.attempts, keptUntil: report.kept_until },
    });
    if (!before.can(event)) throw new ApiError(codes.notAllowedNow, { state: report.state });
    const [after, effects] = transition(reportMachine, before, event);
    const next: ReportRow = {
      ...report,
      reason: null,
      ...particulars.columns,
      ...columnsOf(after),
      updated_at: services.now(),
    };
    if (effects.some(({ type }) => type === 'deleteFile')) {
      obsolete = report.file_name;
      next.file_name = null;
    }
    await trx.updateTable('report').set(next).where('application_number', '=', number).execute();
    await runEffects(services, trx, effects, next, particulars);
    return next;
  });
  // Only once nothing refers to it any more.
  if (obsolete) await rm(reportPath(services, obsolete), { force: true });
  return changed;
}

/** Where a report's file is kept. */
export function reportPath(services: Services, fileName: string): string {
  return join(reportFolder(services), fileName);
}

export function reportFolder({ config }: Services): string {
  return join(config.DATA_DIR, 'reports');
}

function columnsOf({ value, context }: ReportSnapshot) {
  return { state: value, attempts: context.attempts, kept_until: context.keptUntil };
}

type Effect = (
  services: Services,
  trx: Transaction<Schema>,
  report: ReportRow,
  particulars: Particulars,
) => Promise<void>;

const effectsByType: Record<string, Effect> = {
  async queueGeneration(services, trx, report) {
    const delay = report.attempts === 0 ? 0 : FIRST_RETRY * 4 ** (report.attempts - 1);
    await enqueue(trx, {
      kind: 'report',
      subject: report.application_number,
      runAt: services.now() + delay,
    });
  },
  mailPassword: (services, trx, report, { password }) =>
    mailRequester(services, trx, report, (language, facts) =>
      reportReady(language, {
        ...facts,
        password: password ?? '',
        keptUntil: report.kept_until ?? 0,
      }),
    ),
  mailReason: (services, trx, report) =>
    mailRequester(services, trx, report, (language, facts) =>
      report.state === 'empty'
        ? reportEmpty(language, {
            ...facts,
            reason: reportReasonText(language, report.reason ?? ''),
          })
        : reportFailed(language, facts),
    ),
  // Done after the commit: the row must not name a file that is gone.
  deleteFile: async () => {},
};

async function runEffects(
  services: Services,
  trx: Transaction<Schema>,
  actions: readonly ExecutableActionObject[],
  report: ReportRow,
  particulars: Particulars,
): Promise<void> {
  for (const { type } of actions) {
    const effect = effectsByType[type];
    if (!effect) throw new Error(`The report machine has an effect nobody runs: ${type}`);
    await effect(services, trx, report, particulars);
  }
}

type Wording = (language: Language, facts: ApplicationFacts) => MailText;

/** Mails to the contact address that the data request names. */
async function mailRequester(
  { config, now }: Services,
  trx: Transaction<Schema>,
  { application_number: number }: ReportRow,
  word: Wording,
): Promise<void> {
  const requester = await trx
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['account.language', 'account.email', 'form_json', 'data_request_json'])
    .where('application.number', '=', number)
    .executeTakeFirstOrThrow();
  const language = requester.language as Language;
  const facts = {
    number,
    holderName: config.HOLDER_NAME,
    url: `${config.PUBLIC_URL ?? ''}/home/data-acquisition`,
  };
  await postMail(trx, {
    ...word(language, facts),
    recipient: requestedDataOf(requester).contactEmail ?? requester.email,
    language,
    at: now(),
    applicationNumber: number,
  });
}
