import type { Generated } from 'kysely';
import type { ReportFormat } from '#contract/report.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    report: {
      application_number: string;
      /** As text: an earlier release's chart may have had others. */
      state: string;
      attempts: number;
      /** How often its requester has asked for it again. */
      regenerations: number;
      kept_until: number | null;
      /** Code of why there is nothing. */
      reason: string | null;
      /** Name on disk of the delivered workbook. */
      file_name: string | null;
      rows: number | null;
      size: number | null;
      sha256: string | null;
      updated_at: number;
      /** When the content was last compared with its hash, 0 before; since when it is damaged. */
      checked_at: Generated<number>;
      damaged_at: number | null;
      /** The same of the package beside the workbook; null of what was delivered before there was one. */
      package_name: string | null;
      package_size: number | null;
      package_sha256: string | null;
      package_checked_at: Generated<number>;
      package_damaged_at: number | null;
    };
    /** The third party that an application's data go to, by the number of the application. */
    recipient: {
      application_number: string;
      email: string;
      /** Of the mails to it. */
      language: string;
      /** SHA-256 of the token of the link that was mailed last; null once it is withdrawn. */
      token_digest: string | null;
      link_sent_at: number;
      /** When who opened the link confirmed it. */
      proved_at: number | null;
      /** When it first fetched its copy. */
      fetched_at: number | null;
      withdrawn_at: number | null;
    };
    /** The recipient's own copy of a delivered report, under a password of its own. */
    recipient_file: {
      name: string;
      application_number: string;
      format: ReportFormat;
      size: number;
      sha256: string;
      checked_at: Generated<number>;
      damaged_at: number | null;
    };
    /** A file of an earlier report that an open complaint or dispute is about. */
    held_report: {
      name: string;
      application_number: string;
      size: number;
      sha256: string;
      held_at: number;
      checked_at: Generated<number>;
      damaged_at: number | null;
    };
  }
}
