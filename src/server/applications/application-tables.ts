import type { Generated } from 'kysely';
import type { CorrectableRecord } from '#contract/corrections.ts';
import type { DeskSettings } from '#contract/desk-settings.ts';
import type { DisputeBody } from '#contract/dispute.ts';
import type { FileUsage } from '#contract/files.ts';
import type { Currency } from '#contract/quote.ts';
import type { ReportFormat } from '#contract/report.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { DisputeSnapshot } from '#machines/dispute.machine.ts';
import type { DisputeOutcome } from '#machines/dispute-outcomes.ts';
import type { QuoteSnapshot } from '#machines/quote.machine.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    application: {
      number: string;
      kind: ApplicationKind;
      requester_id: string;
      /** Plain text, because an earlier release's chart may have had other states. */
      state: string;
      code: number;
      revision: number;
      answer_due_at: number | null;
      link_ended_at: number | null;
      submission_id: string;
      purpose: string;
      vehicle_id: string | null;
      form_json: string;
      data_request_json: string | null;
      information_request: string | null;
      information_items: string | null;
      refusal_ground: RefusalGround | null;
      contact_confirmed_at: number | null;
      created_at: number;
      updated_at: number;
      due_at: number | null;
      assignee_id: string | null;
      handed_over_by: string | null;
      last_decision_json: string | null;
      requester_name: string;
      /** Revision of the last reminder of the due date; -1 before the first one. */
      reminded_revision: number;
    };

    history_entry: {
      application_number: string;
      /** Revision after the event; 0 is the filing. */
      revision: number;
      at: number;
      actor_id: string;
      role: 'requester' | 'reviewer' | 'clock';
      event: string;
      from_state: string | null;
      to_state: string;
      text: string | null;
      /** Data of the event as JSON, without sender, time and revision; null without data. */
      facts_json: string | null;
    };

    supplement: {
      application_number: string;
      revision: number;
      at: number;
      text: string;
      files_json: string;
      changes_json: string | null;
    };

    stored_file: {
      /** Random. Also the file's name in the storage. */
      id: string;
      owner_id: string;
      application_number: string | null;
      usage: FileUsage;
      name: string;
      media_type: string;
      size: number;
      sha256: string;
      created_at: number;
      marks_json: string;
      /** `none`: no scanner was configured. A `waiting` file cannot be opened. */
      scan: 'none' | 'waiting' | 'clean' | 'malware';
      /** When the content was last compared with its hash (0: never), and when damage was found. */
      checked_at: Generated<number>;
      damaged_at: number | null;
    };

    watch: {
      account_id: string;
      application_number: string;
    };

    held_mail: {
      id: string;
      account_id: string;
      application_number: string;
      subject: string;
      body: string;
      /** Held mails of a topic are withdrawn together, like queued mails. */
      topic: string | null;
      created_at: number;
    };

    /** Text for the desk's search. Narrow rows keep a full scan fast. */
    application_search: {
      application_number: string;
      text: string;
    };

    /** Report of a public-sector body that it erased the data it received (Art. 19(1)(c)). */
    erasure_notice: {
      application_number: string;
      at: number;
      recorded_by: string;
      erased_on: string;
      text: string;
    };
    /** Notice of sharing data (Art. 21(5)), or request for acknowledgement (Art. 20(1)). */
    body_notice: {
      id: string;
      application_number: string;
      about: 'passingOn' | 'acknowledgement';
      at: number;
      recorded_by: string;
      facts_json: string | null;
    };

    /** A decision that the desk reports to the competent authority by other means than mail. */
    authority_notice: {
      application_number: string;
      since: number;
      /** YYYY-MM-DD. Null, like the next three columns, until the authority has been notified. */
      notified_on: string | null;
      how: string | null;
      recorded_by: string | null;
      recorded_at: number | null;
    };
    past_authority_notice: {
      id: string;
      application_number: string;
      since: number;
      notified_on: string;
      how: string;
      recorded_by: string;
      recorded_at: number;
    };

    quote: {
      id: string;
      application_number: string;
      state: QuoteSnapshot['value'];
      currency: Currency;
      amounts_json: string;
      text: string;
      valid_on: string;
      valid_until: number;
      sent_by: string;
      sent_at: number;
      objected_at: number | null;
      objection: string | null;
      settled_by: string | null;
      settled_at: number | null;
    };

    /** A complaint or dispute. While one is open, nothing of its application is erased. */
    dispute: {
      id: string;
      application_number: string;
      state: DisputeSnapshot['value'];
      body: DisputeBody;
      body_name: string;
      started_on: string;
      reference: string | null;
      recorded_by: string;
      recorded_at: number;
      /** YYYY-MM-DD. Null, like the next four columns, until the dispute has ended. */
      ended_on: string | null;
      outcome: DisputeOutcome | null;
      end_remark: string | null;
      ended_by: string | null;
      ended_at: number | null;
    };

    /** Earlier version of a record of the desk that was corrected or withdrawn. */
    earlier_record: {
      id: string;
      application_number: string;
      about: CorrectableRecord;
      /** Id of the dispute, or the application number. */
      subject: string;
      facts_json: string;
      recorded_by: string;
      recorded_at: number;
      changed_by: string;
      changed_at: number;
      withdrawn: 0 | 1;
    };

    desk_setting: {
      name: keyof DeskSettings;
      value_json: string;
    };

    /** One row with id 1: a random name that is also in the storage, to detect a mismatch. */
    installation: { id: number; name: string };

    cookie_choice: {
      id: string;
      functional: number;
      recorded_at: number;
    };

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
