import type { DisputeBody } from '#contract/dispute.ts';
import type { DisputeSnapshot } from '#machines/dispute.machine.ts';
import type { DisputeOutcome } from '#machines/dispute-outcomes.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** A complaint or dispute about an application; while it is open, nothing of that is erased. */
    dispute: {
      id: string;
      application_number: string;
      state: DisputeSnapshot['value'];
      body: DisputeBody;
      body_name: string;
      /** YYYY-MM-DD */
      started_on: string;
      reference: string | null;
      recorded_by: string;
      recorded_at: number;
      /** YYYY-MM-DD; this and the next four are null until it has ended. */
      ended_on: string | null;
      outcome: DisputeOutcome | null;
      end_remark: string | null;
      ended_by: string | null;
      ended_at: number | null;
    };
  }
}
