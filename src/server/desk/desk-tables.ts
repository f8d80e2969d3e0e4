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
    };

    /** Staff named in a note. */
    mention: {
      note_id: string;
      account_id: string;
      application_number: string;
    };

    /** Requests for a colleague's opinion; question and answer are notes. */
    opinion: {
      question_id: string;
      application_number: string;
      asked_of: string;
      answer_id: string | null;
      /** On an approval: 1 agrees, 0 advises against it. */
      agrees: 0 | 1 | null;
      /** Revision of the application at the answer. */
      revision: number | null;
    };

    /** Staff who have an application open at the desk. */
    presence: {
      application_number: string;
      account_id: string;
      seen_at: number;
    };

    /** Saved filters of the queue. */
    saved_view: {
      account_id: string;
      name: string;
      filter_json: string;
    };

    /** Templates of texts to requesters. */
    letter_template: {
      id: string;
      name: string;
      /** Not typed as a decision, because another release may have others. */
      decision: string;
      texts_json: string;
    };
  }
}
