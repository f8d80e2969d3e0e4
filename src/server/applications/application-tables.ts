import type { Generated } from 'kysely';
import type { FileUsage } from '#contract/files.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    application: {
      number: string;
      kind: ApplicationKind;
      requester_id: string;
      /** As text: an earlier release's chart may have had others. */
      state: string;
      /** Status code of the state, for lists. */
      code: number;
      revision: number;
      answer_due_at: number | null;
      /** When the vehicle's link to the requester ended; null while it holds. */
      link_ended_at: number | null;
      submission_id: string;
      purpose: string;
      vehicle_id: string | null;
      form_json: string;
      data_request_json: string | null;
      /** Request for information while information is required. */
      information_request: string | null;
      /** Codes of the parts that the request is about. */
      information_items: string | null;
      /** On which ground it was refused. */
      refusal_ground: RefusalGround | null;
      /** When the contact address was confirmed by a code that was mailed there. */
      contact_confirmed_at: number | null;
      created_at: number;
      updated_at: number;
      /** By when somebody has to act, ms since the epoch; null once the application has ended. */
      due_at: number | null;
      /** The member of staff who has taken it. */
      assignee_id: string | null;
      /** Who applies, as the desk's queue is sorted by it. */
      requester_name: string;
      /** Revision whose date a reminder was sent for; -1 before the first. */
      reminded_revision: number;
    };

    /** Written once, never changed. */
    history_entry: {
      application_number: string;
      /** Revision that the event led to; 0 is the filing. */
      revision: number;
      at: number;
      actor_id: string;
      role: 'requester' | 'reviewer' | 'clock';
      event: string;
      from_state: string | null;
      to_state: string;
      text: string | null;
      /**
       * Data of the event beside its sender; null when none, and in entries older than this column.
       */
      facts_json: string | null;
    };

    supplement: {
      application_number: string;
      revision: number;
      at: number;
      text: string;
      files_json: string;
    };

    stored_file: {
      /** Random; also the name on disk. */
      id: string;
      owner_id: string;
      /** Null until a form names the file. */
      application_number: string | null;
      usage: FileUsage;
      name: string;
      media_type: string;
      size: number;
      sha256: string;
      created_at: number;
      /** Marks of the inspection, a list of the contract's. */
      marks_json: string;
      /** `none`: there was no scanner when the file came; a file that waits is nobody's to open. */
      scan: 'none' | 'waiting' | 'clean' | 'malware';
      /** When the content was last compared with its hash, 0 before; since when it is damaged. */
      checked_at: Generated<number>;
      damaged_at: number | null;
    };

    /** Staff who are mailed each change of an application by somebody else. */
    watch: {
      account_id: string;
      application_number: string;
    };

    /** Mails to staff that leave together on the hour. */
    held_mail: {
      id: string;
      account_id: string;
      application_number: string;
      subject: string;
      body: string;
      created_at: number;
    };

    /** Text the desk searches, in narrow rows of its own: reading them all has to be quick. */
    application_search: {
      application_number: string;
      /** Number, names, addresses and VIN in lower case. */
      text: string;
    };
  }
}
