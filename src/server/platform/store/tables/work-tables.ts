import type { ReportState } from '#machines/report.machine.ts';

export interface ReportTable {
  application_number: string;
  state: ReportState;
  attempts: number;
  kept_until: number | null;
  /** Code of why there is nothing. */
  reason: string | null;
  /** Name on disk of the delivered workbook. */
  file_name: string | null;
  rows: number | null;
  size: number | null;
  sha256: string | null;
  updated_at: number;
}

/** The outbox. `body` is emptied once a mail has left by SMTP: it may hold a code or a password. */
export interface MailTable {
  id: string;
  /** The Message-ID header, the same at every try. */
  message_id: string;
  recipient: string;
  language: string;
  subject: string;
  body: string;
  application_number: string | null;
  created_at: number;
  sent_at: number | null;
}

/** Work that is owed. A row is leased while somebody does it and deleted when it is done. */
export interface JobTable {
  id: string;
  kind: 'mail' | 'report' | 'dueDates';
  /** Mail id, application number, or of due dates the kind and how far they are reckoned. */
  subject: string;
  run_at: number;
  leased_until: number | null;
  attempts: number;
  last_error: string | null;
}
