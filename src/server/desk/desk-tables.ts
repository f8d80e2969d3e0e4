import type {} from '#server/platform/database/schema.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** Notes of staff to each other; never shown to the requester. */
    note: {
      id: string;
      application_number: string;
      author_id: string;
      at: number;
      text: string;
      changed_at: number | null;
      /** JSON: earlier versions, `{ at, text }`, oldest first. */
      earlier_json: string | null;
    };

    mention: {
      note_id: string;
      account_id: string;
      application_number: string;
    };

    opinion: {
      question_id: string;
      application_number: string;
      asked_of: string;
      answer_id: string | null;
      /** Second opinion on an approval: 1 agrees, 0 advises against; null otherwise. */
      agrees: 0 | 1 | null;
      revision: number | null;
    };

    presence: {
      application_number: string;
      account_id: string;
      seen_at: number;
    };

    saved_view: {
      account_id: string;
      name: string;
      filter_json: string;
      shared: 1 | null;
    };

    letter_template: {
      id: string;
      name: string;
      /** Not typed as a decision, because another release may have other decisions. */
      decision: string;
      texts_json: string;
    };
  }
}
