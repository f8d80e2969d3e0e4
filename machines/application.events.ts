import type { RefusalGround } from './refusal-grounds.ts';

/** Sender of an event. The server takes it from the session, never from a body. */
export interface Actor {
  role: 'requester' | 'reviewer' | 'clock';
  /** Account id; the clock's is `clock`. */
  id: string;
  /** A lead is a reviewer who may also give what a colleague has taken. */
  isLead?: boolean;
}

/** Part of a request that is approved: of vehicles, kinds of data, time and density of values. */
export interface Extent {
  models: readonly string[];
  dataTypes: readonly string[];
  /** ISO 8601 instants; the end is exclusive. */
  from: string;
  to: string;
  interval: string;
}

/** Every event says who sends it, when, and which revision of the application they saw. */
interface Sent {
  by: Actor;
  /** ms since the epoch */
  at: number;
  revision: number;
}

export type ApplicationEvent = Sent &
  (
    | { type: 'review.start' }
    | { type: 'qualification.pass'; answerDueAt: number }
    | { type: 'information.request'; answerDueAt: number }
    | { type: 'information.supply' }
    | { type: 'data.request' }
    /**
     * `second`: the colleague whose opinion agrees, null while none does; absent where none is needed.
     * `extent`: what a public-sector body is to get of what it asked for.
     */
    | { type: 'data.approve'; second?: Actor | null; extent?: Extent }
    /** Measures that protect trade secrets are not agreed or not kept. */
    | { type: 'sharing.withhold' }
    /** Measures that were agreed for data already approved are not kept. */
    | { type: 'sharing.suspend' }
    | { type: 'sharing.resume' }
    | { type: 'application.terminate' }
    | { type: 'application.refuse'; ground: RefusalGround }
    | { type: 'deadline.passed' }
    | { type: 'application.take' }
    | { type: 'application.handOver'; to: Actor }
    | { type: 'application.release' }
    /** The vehicle was sold, say: its link to the requester has ended. */
    | { type: 'link.ended'; endedAt: number }
    | { type: 'link.renewed' }
  );
