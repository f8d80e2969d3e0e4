import type { Selectable, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { restored, type Stored } from '#lib/durable-machine/stored.ts';
import { type ReportEvent, type ReportSnapshot, reportMachine } from '#machines/report.machine.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { mailOutcome, mailPassword } from '#server/applications/mails/mail-requester.ts';
import { holdFiles } from '#server/applications/recipients/held-reports.ts';
import { dropCopies, queueCopy } from '#server/applications/recipients/recipient-copies.ts';
import { type FailureReason, reportReasonText } from '#server/applications/report-reasons.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { holdLease, type Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { reportEmpty, reportFailed, reportReady } from './report-mails.ts';

type ReportRow = Selectable<Schema['report']>;

type DeliveredColumn =
  | 'reason'
  | 'file_name'
  | 'rows'
  | 'size'
  | 'sha256'
  | 'package_name'
  | 'package_size'
  | 'package_sha256';

/** Data that accompany an event of a report. */
interface Particulars {
  columns?: Partial<Pick<ReportRow, DeliveredColumn>>;
  /** When the vehicle's link to the requester ended; null while it holds. */
  linkEndedAt?: number | null;
  /** Of the file that was just written. */
  password?: string;
  /** Why the generation failed, where that is known. */
  failure?: FailureReason | undefined;
  /** Whose outcome this is: nothing is written when it is another's by now. */
  job?: Job;
  /** Hears of files that nothing names any more. */
  onObsolete?: (fileNames: readonly string[]) => void;
}

/** First retry after 5 s, then four times as long each time. */
const FIRST_RETRY = 5_000;

/** A report's row, with whose it is. */
type Owned = ReportRow & { requester_id: string };

const reports = durableMachine<typeof reportMachine, Scope, string, Owned, Particulars>(
  reportMachine,
  {
    async load({ services: { store }, trx }, number) {
      const query = trx.selectFrom('report').selectAll().where('application_number', '=', number);
      const row = await store.forUpdate(query).executeTakeFirst();
      if (!row) throw new ApiError(codes.notFound);
      const { requester_id } = await trx
        .selectFrom('application')
        .select('requester_id')
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      return { ...row, requester_id };
    },

    read: ({ state, requester_id: requester, attempts, regenerations, kept_until }) => ({
      state,
      context: { requester, attempts, regenerations, keptUntil: kept_until },
    }),

    async save({ services, trx }, { row, details }, next) {
      const { requester_id, ...report } = row;
      const changed: ReportRow = {
        ...report,
        reason: next.state === 'failed' ? (details.failure ?? 'failed') : null,
        ...details.columns,
        // A new file is whole until it is found otherwise.
        ...(details.columns?.file_name && { checked_at: 0, damaged_at: null }),
        ...(details.columns?.package_name && { package_checked_at: 0, package_damaged_at: null }),
        ...columnsOf(next),
        updated_at: services.now(),
      };
      await trx
        .updateTable('report')
        .set(changed)
        .where('application_number', '=', report.application_number)
        .execute();
      return { ...changed, requester_id };
    },

    notAccepted: (_, { event, before, row: { state } }) => {
      if (event.type === 'report.regenerate') {
        const { linkEndedAt } = event;
        if (linkEndedAt !== null && before.can({ ...event, linkEndedAt: null }))
          return new ApiError(codes.vehicleNotLinked, { linkEndedAt });
        const regenerations = 0;
        const anew = { ...before, context: { ...before.context, regenerations } };
        if (before.context.regenerations > 0 && reportMachine.resolveState(anew).can(event))
          return new ApiError(codes.tooManyReports, { limit: event.limit });
      }
      return new ApiError(codes.notAllowedNow, { state });
    },

    effects: {
      async queueGeneration({ services, trx }, { row }) {
        const delay = row.attempts === 0 ? 0 : FIRST_RETRY * 4 ** (row.attempts - 1);
        const runAt = services.now() + delay;
        await enqueue(trx, { kind: 'report', subject: row.application_number, runAt });
      },
      async mailPassword({ services, trx }, { row, details: { password = '' } }) {
        await mailPassword(services, trx, row, (language, facts) =>
          reportReady(language, {
            ...facts,
            password,
            keptUntil: row.kept_until ?? 0,
            timeZone: services.config.TIME_ZONE,
          }),
        );
        await queueCopy(trx, row.application_number, services.now());
      },
      mailReason: ({ services, trx }, { row, details }) =>
        mailOutcome(services, trx, row, (language, facts) =>
          row.state === 'empty'
            ? reportEmpty(language, {
                ...facts,
                reason: reportReasonText(
                  language,
                  row.reason ?? '',
                  services.config.TIME_ZONE,
                  details.linkEndedAt,
                ),
                hasManifest: row.package_name !== null,
              })
            : reportFailed(language, {
                ...facts,
                canRegenerate: canRegenerate(row, {
                  linkEndedAt: details.linkEndedAt ?? null,
                  limit: services.config.REGENERATIONS,
                }),
                reason: reportReasonText(language, row.reason ?? '', services.config.TIME_ZONE),
              }),
        ),
      /**
       * The file itself goes after the commit: the row must not name a file that is gone. One that a
       * complaint or dispute is about stays. The recipient's copy goes with it.
       */
      async deleteFile({ services, trx }, { row, details }) {
        const { application_number: number } = row;
        const files = [
          { name: row.file_name, size: row.size, sha256: row.sha256 },
          { name: row.package_name, size: row.package_size, sha256: row.package_sha256 },
          ...(await dropCopies(trx, number)),
        ];
        if (!(await holdFiles(trx, number, files, services.now())))
          details.onObsolete?.(files.map(({ name }) => name).filter((name) => name !== null));
        await trx
          .updateTable('report')
          .set({ file_name: null, package_name: null })
          .where('application_number', '=', row.application_number)
          .execute();
      },
    },
  },
);

/** Tests that the requester may have the report generated again. */
function canRegenerate(
  { state, requester_id: requester, attempts, regenerations, kept_until: keptUntil }: Owned,
  when: { linkEndedAt: number | null; limit: number },
): boolean {
  const context = { requester, attempts, regenerations, keptUntil };
  const event = { type: 'report.regenerate', by: requester, ...when } as const;
  return restored(reportMachine, { state, context }).can(event);
}

/** Queues the report of an approved application, in the transaction of the approval. */
export async function queueReport(
  services: Services,
  trx: Transaction<Schema>,
  { number, requester_id }: Schema['application'],
): Promise<void> {
  const insert = async (next: Stored<typeof reportMachine>): Promise<Owned> => {
    const row: ReportRow = {
      application_number: number,
      ...columnsOf(next),
      reason: null,
      file_name: null,
      rows: null,
      size: null,
      sha256: null,
      checked_at: 0,
      damaged_at: null,
      package_name: null,
      package_size: null,
      package_sha256: null,
      package_checked_at: 0,
      package_damaged_at: null,
      updated_at: services.now(),
    };
    await trx.insertInto('report').values(row).execute();
    return { ...row, requester_id };
  };
  await reports.start({ services, trx }, { requester: requester_id }, insert, {});
}

/**
 * Sends an event to a report; answers where it led.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when the machine does not take it
 * @throws {LeaseLost} when the job is another's by now
 */
export async function applyReportEvent(
  services: Services,
  number: string,
  event: ReportEvent,
  particulars: Omit<Particulars, 'onObsolete'> = {},
): Promise<ReportSnapshot> {
  const { row, obsolete } = await services.store.transact(async (trx) => {
    let obsolete: readonly string[] = [];
    if (particulars.job) await holdLease(services.store, trx, particulars.job);
    const details: Particulars = {
      ...particulars,
      onObsolete: (fileNames) => {
        obsolete = fileNames;
      },
    };
    const row = await reports.send({ services, trx }, number, event, details);
    return { row, obsolete };
  });
  for (const name of obsolete) await storageOf(services, 'reports').remove(name, event.type);
  return reports.restore(row);
}

/**
 * Until when a report that is delivered now is kept, ms since the epoch. One that is asked for again
 * does not put off the erasure of its application.
 */
export async function endOfRetention(services: Services, number: string): Promise<number> {
  const { REPORT_DAYS, RECORD_DAYS, TIME_ZONE } = await effectiveConfig(services);
  // Of its approval, or of the last time that a suspension ended.
  const { updated_at } = await services.store.db
    .selectFrom('application')
    .select('updated_at')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const lastDay = endOfDayOf(services.now() + REPORT_DAYS, TIME_ZONE);
  return Math.min(lastDay, updated_at + RECORD_DAYS);
}

function columnsOf({ state, context }: Stored<typeof reportMachine>) {
  const { attempts, regenerations, keptUntil: kept_until } = context;
  return { state, attempts, regenerations, kept_until };
}
