import type { ApplicationEvent } from '#machines/application.machine.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import type { MailText } from '#server/platform/mail/outbox.ts';

/** What every mail about an application names. */
export interface ApplicationFacts {
  number: string;
  holderName: string;
  /** Where the application is found in the portal. */
  url: string;
}

/** What a reviewer wrote; empty when nothing. */
interface Spoken {
  text: string;
}

/** Until when the requester may answer, ms since the epoch. */
interface Limited {
  until: number;
}

/** Every mail the portal writes, in one language. */
export interface MailTexts {
  /** `code`: six digits. */
  codeSent(facts: { code: string }): MailText;
  applicationReceived(facts: ApplicationFacts): MailText;
  reviewStarted(facts: ApplicationFacts): MailText;
  /** The data request is awaited. */
  qualificationPassed(facts: ApplicationFacts & Limited & Spoken): MailText;
  /** `items`: the parts of the application it is about. */
  informationRequired(
    facts: ApplicationFacts & Limited & Spoken & { items: readonly string[] },
  ): MailText;
  applicationApproved(facts: ApplicationFacts & Spoken): MailText;
  applicationRefused(facts: ApplicationFacts & Spoken & { ground: RefusalGround }): MailText;
  /** Confirms that the requester ended the application. */
  applicationTerminated(facts: ApplicationFacts): MailText;
  /** The application is closed because no answer came in time. */
  deadlinePassed(facts: ApplicationFacts): MailText;
  /** A reminder that the requester's answer is awaited. */
  answerAwaited(facts: ApplicationFacts & Limited): MailText;
  /** `keptUntil`: until when the file can be fetched, ms since the epoch. */
  reportReady(facts: ApplicationFacts & { password: string; keptUntil: number }): MailText;
  /** `reason`: in the reader's language. */
  reportEmpty(facts: ApplicationFacts & { reason: string }): MailText;
  reportFailed(facts: ApplicationFacts): MailText;
  /** To the competent authority: access was refused on a ground it has to know of. */
  authorityNotice(facts: { number: string; holderName: string; ground: RefusalGround }): MailText;
  /** To staff: a reminder of the date by which the data holder acts. */
  dueAtDesk(facts: Pick<ApplicationFacts, 'number' | 'url'> & Limited): MailText;
  /** To staff: somebody who looks after accounts reset their second factor. */
  secondFactorReset(facts: SecurityFacts): MailText;
  /** To staff: a second factor was set up. */
  secondFactorSetUp(facts: SecurityFacts): MailText;
  /** To staff: somebody signed in with a recovery code; so many are left. */
  recoveryCodeUsed(facts: SecurityFacts & { left: number }): MailText;
  /** To the desk: the requester did something. */
  deskNotice(facts: { number: string; event: DeskOccasion }): MailText;
}

/** What a mail about the safety of an account names. `url`: where its second factor is set up. */
export interface SecurityFacts {
  holderName: string;
  url: string;
}

/** What the desk is told of; any other event is worded as «something happened». */
export type DeskOccasion = ApplicationEvent['type'] | 'application.file';
