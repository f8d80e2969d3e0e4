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

    /** Whom a note names. */
    mention: {
      note_id: string;
      account_id: string;
      application_number: string;
    };

    /** Notes that ask a colleague for an opinion; an answer is a note too. */
    opinion: {
      question_id: string;
      application_number: string;
      asked_of: string;
      answer_id: string | null;
      /** Of an answer on an approval: 1 agrees to it, 0 advises against it. */
      agrees: 0 | 1 | null;
      /** Revision of the application that it was given on. */
      revision: number | null;
    };

    /** Staff who have an application open at the desk. */
    presence: {
      application_number: string;
      account_id: string;
      seen_at: number;
    };

    /** A filter of the queue that somebody keeps. */
    saved_view: {
      account_id: string;
      name: string;
      filter_json: string;
    };

    /** A text to requesters for a decision, by language. */
    letter_template: {
      id: string;
      name: string;
      /** As text: another release may have had others. */
      decision: string;
      texts_json: string;
    };
  }
}
