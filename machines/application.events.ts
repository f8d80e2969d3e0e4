import type { RefusalGround } from './refusal-grounds.ts';

/** Sender of an event. The server takes it from the session, never from a request body. */
export interface Actor {
  role: 'requester' | 'reviewer' | 'clock';
  /** Account id; `clock` for events of the clock. */
  id: string;
  /** A lead is a reviewer who can also reassign the application of another reviewer. */
  isLead?: boolean;
}

export interface Extent {
  models: readonly string[];
  dataTypes: readonly string[];
  /** ISO 8601 instants; the end is exclusive. */
  from: string;
  to: string;
  interval: string;
}

/** Fields of every event. `revision`: revision of the application that the sender saw. */
interface Sent {
  by: Actor;
  at: number;
  revision: number;
}

export type ApplicationEvent = Sent &
  /** `assigns`: the reviewer who starts the review becomes the assignee. */
  (
    | { type: 'review.start'; assigns?: true }
    | { type: 'qualification.pass'; answerDueAt: number }
    | { type: 'information.request'; answerDueAt: number }
    /** `corrected`: paths of the answers that were changed; absent if none. */
    | { type: 'information.supply'; corrected?: readonly string[] }
    | { type: 'data.request' }
    /**
     * `second`: reviewer with a concurring opinion; null if missing, absent if not required.
     * `extent`: the approved part of a public-sector body's request.
     */
    | { type: 'data.approve'; second?: Actor | null; extent?: Extent }
    /** Measures that protect trade secrets are not agreed or not complied with. */
    | { type: 'sharing.withhold' }
    /** After the approval, agreed measures are not complied with. */
    | { type: 'sharing.suspend' }
    | { type: 'sharing.resume' }
    | { type: 'application.terminate' }
    /** `earlier`: the body that received the same data before (Art. 18(2)(b) and 18(3)). */
    | {
        type: 'application.refuse';
        ground: RefusalGround;
        earlier?: { application: string; body: string };
      }
    | { type: 'deadline.passed' }
    | { type: 'deadline.extend'; answerDueAt: number }
    | { type: 'information.withdraw' }
    /**
     * `answerDueAt`: new deadline if the application is reopened in a state that awaits an answer;
     * otherwise null.
     */
    | { type: 'application.reopen'; answerDueAt: number | null }
    | { type: 'approval.withdraw'; fetchedAt: number | null }
    | { type: 'sharing.end' }
    | { type: 'decision.undo' }
    | { type: 'application.take' }
    | { type: 'application.handOver'; to: Actor }
    | { type: 'application.release' }
    | { type: 'link.ended'; endedAt: number }
    | { type: 'link.renewed' }
  );
