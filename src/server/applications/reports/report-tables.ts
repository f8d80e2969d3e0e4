import type { Generated } from 'kysely';
import type { ReportFormat } from '#contract/report.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    report: {
      application_number: string;
      state: string;
      attempts: number;
      regenerations: number;
      kept_until: number | null;
      /** When the requester first downloaded the report; null after a regeneration. */
      fetched_at: number | null;
      reason: string | null;
      file_name: string | null;
      rows: number | null;
      size: number | null;
      sha256: string | null;
      updated_at: number;
      checked_at: Generated<number>;
      damaged_at: number | null;
      package_name: string | null;
      package_size: number | null;
      package_sha256: string | null;
      package_checked_at: Generated<number>;
      package_damaged_at: number | null;
      preview_json: string | null;
      password: string | null;
      password_mailed_at: number | null;
    };
    recipient: {
      application_number: string;
      email: string;
      language: string;
      /** Keyed digest of the token in the latest link; null once withdrawn. */
      token_digest: string | null;
      link_sent_at: number;
      proved_at: number | null;
      fetched_at: number | null;
      withdrawn_at: number | null;
    };
    recipient_file: {
      name: string;
      application_number: string;
      format: ReportFormat;
      size: number;
      sha256: string;
      checked_at: Generated<number>;
      damaged_at: number | null;
    };
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
