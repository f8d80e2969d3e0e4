import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod/mini';
import {
  type AnswerChange,
  type ApplicationRecord,
  type ApplicationSummary,
  answerChange,
  type ReportStatus,
} from '#contract/application-record.ts';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { dataRequests, personalForms, publicForms } from '#contract/stored-forms.ts';
import { clockOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { disputesOf } from '#server/applications/disputes/disputes.ts';
import { storedFileOf } from '#server/applications/files/stored-files.ts';
import { decisionTexts } from '#server/applications/mails/decision-letter.ts';
import { quotesOf } from '#server/applications/quotes/quotes.ts';
import { recipientOf } from '#server/applications/recipients/recipients.ts';
import { findRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { type Services, together } from '#server/platform/database/services.ts';
import { fallbackIfUnavailable } from '#server/vehicles/backend-error.ts';
import { findVehicle } from '#server/vehicles/linked-vehicles.ts';
import { type ApplicationRow, storedOf } from './application-row.ts';
import { askedItems } from './information-items.ts';
import { historyText } from './law-texts.ts';
import { bodyNoticesOf } from './notices/body-notices.ts';
import { reportReasonText } from './report-reasons.ts';
import { isWithdrawn } from './reports/withdraw-report.ts';
import { turnFactsOf } from './turn-facts.ts';

const fileIds = z.array(z.string());

export const answerChanges = (json: string | null): AnswerChange[] =>
  z.array(answerChange).parse(JSON.parse(json ?? '[]'));

export function summaryOf(
  row: ApplicationRow & { report_state: ReportStatus['state'] | null },
): ApplicationSummary {
  return {
    ...storedOf(row),
    number: row.number,
    code: row.code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    purpose: row.purpose,
    reportState: row.report_state,
  };
}

export function selectSummaries(db: Kysely<Schema>) {
  return db
    .selectFrom('application')
    .leftJoin('report', 'report.application_number', 'application.number')
    .selectAll('application')
    .select('report.state as report_state');
}

export async function recordOf(
  services: Services,
  row: ApplicationRow,
  language: Language,
): Promise<ApplicationRecord> {
  const { db } = services.store;
  const { history, supplements, files, reports, turnFacts, config, bodyNotices, ...parts } =
    await together({
      history: findRows(db, 'history_entry', { application_number: row.number }, 'revision'),
      supplements: findRows(db, 'supplement', { application_number: row.number }, 'revision'),
      files: findRows(db, 'stored_file', { application_number: row.number }, 'created_at'),
      reports: findRows(db, 'report', { application_number: row.number }),
      turnFacts: turnFactsOf(services, db, row),
      recipient: recipientOf(db, row),
      config: effectiveConfig(services),
      disputes: disputesOf(db, row),
      quotes: quotesOf(db, row.number, services.now()),
      bodyNotices: bodyNoticesOf(db, row.number),
      vehicle: fallbackIfUnavailable(findVehicle(services, row.vehicle_id)),
    });
  const [report] = isWithdrawn(row) ? [] : reports;
  const trace = history.map(({ at, to_state, event }) => ({ at, to: to_state, event }));
  return {
    ...summaryOf({ ...row, report_state: report?.state ?? null }),
    ...turnFacts,
    personal: row.kind === 'personal' ? personalForms.read(row.form_json) : null,
    public: row.kind === 'public' ? publicForms.read(row.form_json) : null,
    dataRequest: row.data_request_json ? dataRequests.read(row.data_request_json) : null,
    ...parts,
    files: files.map(storedFileOf),
    informationRequest:
      row.information_request === null || !hasTag(row.state, 'supplementable')
        ? null
        : {
            text: row.information_request,
            items: askedItems(row, language),
            dueAt: row.answer_due_at ?? 0,
          },
    supplements: supplements.map(({ at, text, files_json, changes_json }) => ({
      at,
      text,
      files: fileIds.parse(JSON.parse(files_json)),
      changes: answerChanges(changes_json),
    })),
    history: history.map((entry) => ({
      revision: entry.revision,
      at: entry.at,
      event: entry.event,
      role: entry.role,
      from: entry.from_state,
      to: entry.to_state,
      text: historyText(language, entry, services.config.TIME_ZONE),
    })),
    decision: decisionTexts(services.config, language, row, history),
    clock: clockOf(config, row, trace, services.now(), language),
    report: report ? reportStatusOf(services, report, language) : null,
    ...bodyNotices,
  };
}

function reportStatusOf(
  { config }: Services,
  report: Selectable<Schema['report']>,
  language: Language,
): ReportStatus {
  return {
    state: report.state,
    reason: report.reason && reportReasonText(language, report.reason, config.TIME_ZONE),
    attempts: report.attempts,
    regenerations: report.regenerations,
    maxRegenerations: config.REGENERATIONS,
    updatedAt: report.updated_at,
    keptUntil: report.kept_until,
    passwordMailedAt: report.password_mailed_at,
    rows: report.rows,
    size: report.size,
    packageSize: report.package_name === null ? null : report.package_size,
  };
}
