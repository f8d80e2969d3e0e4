import type { Selectable, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import type { Stored } from '#lib/durable-machine/stored.ts';
import { type ReportEvent, type ReportSnapshot, reportMachine } from '#machines/report.machine.ts';
import { REPORT_PASSWORD, seal } from '#server/accounts/sign-in/secrets.ts';
import { insertOwned, loadOwned, type OwnedRow } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { mailOutcome, mailPassword } from '#server/applications/mails/requester-mail.ts';
import {
  deleteCopies,
  holdFiles,
  queueCopy,
} from '#server/applications/recipients/report-copies.ts';
import {
  type FailureReason,
  isHoldersFault,
  reportReasonText,
} from '#server/applications/report-reasons.ts';
import { requireRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { holdLease, type Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { NotYet } from '#server/platform/jobs/worker.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { reportEmpty, reportFailed, reportReady } from './report-mails.ts';

type ReportRow = Selectable<Schema['report']>;

interface EventDetails {
  columns?: Partial<ReportRow>;
  linkEndedAt?: number | null;
  password?: string;
  failure?: FailureReason | undefined;
  /** Minimum delay before the first or next attempt, in ms. */
  retryAfter?: number;
  /** Job that generated the report. Nothing is written if another worker has taken it over. */
  job?: Job;
  /** Receives the names of deleted files, whose contents are deleted after the commit. */
  obsolete?: string[];
}

/** Delay before the first retry, in ms. Each further delay is four times as long. */
const FIRST_RETRY = 5_000;

type Owned = OwnedRow<'report'>;

const reports = durableMachine<typeof reportMachine, Scope, string, Owned, EventDetails>(
  reportMachine,
  {
    load: (scope, number) => loadOwned(scope, 'report', { application_number: number }),

    read: ({ state, requester_id: requester, attempts, regenerations, kept_until }) => ({
      state,
      context: { requester, attempts, regenerations, keptUntil: kept_until },
    }),

    async save({ services, trx }, { row, details }, next) {
      const { password } = details;
      const changed = {
        reason: next.state === 'failed' ? (details.failure ?? 'failed') : null,
        ...details.columns,
        ...(details.columns?.file_name && { checked_at: 0, damaged_at: null, fetched_at: null }),
        ...(details.columns?.package_name && { package_checked_at: 0, package_damaged_at: null }),
        ...(password && {
          password: seal(services.config, Buffer.from(password), REPORT_PASSWORD),
          password_mailed_at: services.now(),
        }),
        ...columnsOf(next),
        updated_at: services.now(),
      };
      await updateRows(trx, 'report', { application_number: row.application_number }, changed);
      return { ...row, ...changed };
    },

    notAccepted: (_, { event, before, row: { state } }) => {
      if (event.type === 'report.regenerate') {
        const { linkEndedAt } = event;
        if (linkEndedAt !== null && before.can({ ...event, linkEndedAt: null }))
          return new ApiError(codes.vehicleNotLinked, { linkEndedAt });
        const regenerations = 0;
        const withoutRegenerations = { ...before, context: { ...before.context, regenerations } };
        if (
          before.context.regenerations > 0 &&
          reportMachine.resolveState(withoutRegenerations).can(event)
        )
          return new ApiError(codes.tooManyReports, { limit: event.limit });
      }
      return new ApiError(codes.notAllowedNow, { state });
    },

    effects: {
      async queueGeneration({ services, trx }, { row, details: { retryAfter = 0 } }) {
        const delay = row.attempts === 0 ? 0 : FIRST_RETRY * 4 ** (row.attempts - 1);
        const runAt = services.now() + Math.max(delay, retryAfter);
        await enqueue(trx, { kind: 'report', subject: row.application_number, runAt });
      },
      async mailPassword({ services, trx }, { row, details: { password = '' } }) {
        await mailPassword({ services, trx }, row.application_number, reportReady, {
          password,
          keptUntil: row.kept_until ?? 0,
          timeZone: services.config.TIME_ZONE,
        });
        await queueCopy(trx, row.application_number, services.now());
      },
      mailReason: (scope, { row, details: { linkEndedAt = null, password } }) => {
        const template: Parameters<typeof mailOutcome>[2] = (language, facts) => {
          const { TIME_ZONE, REGENERATIONS: limit } = scope.services.config;
          const reasonText = (at: number | null) =>
            reportReasonText(language, row.reason ?? '', TIME_ZONE, at);
          return row.state === 'empty'
            ? reportEmpty(language, {
                ...facts,
                reason: reasonText(linkEndedAt),
                hasManifest: row.package_name !== null,
              })
            : reportFailed(language, {
                ...facts,
                reason: reasonText(null),
                needsDataHolder: isHoldersFault(row.reason),
                canRegenerate: canRegenerate(row, { linkEndedAt, limit }),
              });
        };
        return mailOutcome(scope, row.application_number, template, password);
      },
      /**
       * Deletes the files and the recipient's copy, unless an open dispute holds them. Contents are
       * deleted after the commit, so that no row refers to deleted content.
       */
      async deleteFile({ services, trx }, { row, details }) {
        const { application_number: number } = row;
        const files = [...filesOf(row), ...(await deleteCopies(trx, number))];
        if (!(await holdFiles(trx, number, files, services.now())))
          details.obsolete?.push(...files.flatMap(({ name }) => name ?? []));
        const key = { application_number: row.application_number };
        await updateRows(trx, 'report', key, {
          file_name: null,
          package_name: null,
          password: null,
          password_mailed_at: null,
          preview_json: null,
        });
      },
    },
  },
);

function canRegenerate(row: Owned, when: { linkEndedAt: number | null; limit: number }): boolean {
  const event = { type: 'report.regenerate', by: row.requester_id, ...when } as const;
  return reports.restore(row).can(event);
}

export async function queueReport(
  services: Services,
  trx: Transaction<Schema>,
  { number, requester_id }: Schema['application'],
  delay = 0,
): Promise<void> {
  const start = { application_number: number, updated_at: services.now() };
  await reports.start(
    { services, trx },
    { requester: requester_id },
    (next) => insertOwned(trx, 'report', { ...start, ...columnsOf(next) }, requester_id),
    { retryAfter: delay },
  );
}

export function filesOf(report: ReportRow) {
  return [
    { name: report.file_name, size: report.size, sha256: report.sha256 },
    { name: report.package_name, size: report.package_size, sha256: report.package_sha256 },
  ];
}

const isDelivery = ({ type }: ReportEvent) =>
  type === 'generation.succeeded' || type === 'generation.foundNothing';

/**
 * Locks the application, so that it is not suspended while its report is delivered.
 * @throws {NotYet} if it is suspended or has ended
 */
export async function requireShared({ services, trx }: Scope, number: string): Promise<void> {
  const query = trx.selectFrom('application').select('state').where('number', '=', number);
  const { state } = await services.store.forUpdate(query).executeTakeFirstOrThrow();
  if (hasTag(state, 'suspended') || isOver(state))
    throw new NotYet('The application has ended or is suspended');
}

/**
 * Sends an event to a report and returns the new snapshot.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when the machine does not accept it
 * @throws {LeaseLost} when another worker has the job
 * @throws {NotYet} when a report cannot be delivered because its application is suspended
 */
export async function applyReportEvent(
  services: Services,
  number: string,
  event: ReportEvent,
  eventDetails: Omit<EventDetails, 'obsolete'> = {},
): Promise<ReportSnapshot> {
  const obsolete: string[] = [];
  const row = await services.store.transact(async (trx) => {
    const scope = { services, trx };
    if (eventDetails.job) await holdLease(services.store, trx, eventDetails.job);
    if (isDelivery(event)) await requireShared(scope, number);
    return reports.send(scope, number, event, { ...eventDetails, obsolete });
  });
  for (const name of obsolete) await storageOf(services, 'reports').remove(name, event.type);
  return reports.restore(row);
}

/**
 * Returns the end of the retention of a report that is delivered now, ms since the epoch. A
 * regenerated report does not delay the erasure of its application.
 */
export async function endOfRetention(services: Services, number: string): Promise<number> {
  const { REPORT_DAYS, RECORD_DAYS, TIME_ZONE } = await effectiveConfig(services);
  const { updated_at } = await requireRow(services.store.db, 'application', { number });
  const lastDay = endOfDayOf(services.now() + REPORT_DAYS, TIME_ZONE);
  const erasure = updated_at + RECORD_DAYS;
  // If the erasure is overdue, a dispute or a missing notice of erasure prevents it.
  return erasure > services.now() ? Math.min(lastDay, erasure) : lastDay;
}

function columnsOf({ state, context }: Stored<typeof reportMachine>) {
  const { attempts, regenerations, keptUntil: kept_until } = context;
  return { state, attempts, regenerations, kept_until };
}
