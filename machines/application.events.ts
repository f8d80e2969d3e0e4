import type { RefusalGround } from './refusal-grounds.ts';

/** Sender of an event. The server takes it from the session, never from a body. */
export interface Actor {
  role: 'requester' | 'reviewer' | 'clock';
  /** Account id; the clock's is `clock`. */
  id: string;
  /** A lead is a reviewer who may also give what a colleague has taken. */
  isLead?: boolean;
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
    /** `second`: the colleague whose opinion agrees, null while none does; absent where none is needed. */
    | { type: 'data.approve'; second?: Actor | null }
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
