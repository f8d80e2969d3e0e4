import { msg } from '#lib/words/msg.ts';
import type { ApplicationEvent, Extent } from '#machines/application.events.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { points } from '#server/platform/jobs/letter.ts';
import { instantText } from '#server/platform/words/instants.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/workflow/report/application-letter.ts';
import { causeInLaw } from './cause-in-law.ts';
import { extentTexts } from './extent-texts.ts';
import { type Limited, type Mail, remark, remedies, type Written } from './mail-parts.ts';
import {
  sharingRestored,
  sharingResumed,
  sharingSuspended,
  sharingWithheld,
} from './sharing-mails.ts';

export const applicationReceived: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} received`,
    msg`We have received your application for access to vehicle data. You do not need to do anything now. We will e-mail you when something changes.`,
  );

export const reviewStarted: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: review started`,
    msg`The review of your application has started.`,
  );

/** The data request is awaited. */
export const qualificationPassed: Mail<ApplicationFacts & Limited & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: please file your data request`,
    msg`We have confirmed your right to ask for data. Please tell us in the portal which data you want, and for which period.`,
    msg`Please file your data request by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will close the application.`,
    ...remark(facts),
  );

/** `items`: the parts of the application it is about, in words. */
export const informationRequired: Mail<
  ApplicationFacts & Limited & Written & { items: readonly string[] }
> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: information to be added`,
    msg`To continue with your application, we need supplementary information from you:`,
    points(facts.items),
    facts.text,
    msg`Please add it in the portal by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will close the application.`,
  );

/** `extent`: what a public-sector body is given of what it asked for. */
export const applicationApproved: Mail<
  ApplicationFacts & Written & { extent?: Extent; timeZone: string }
> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} approved`,
    msg`We have approved your data request. We are preparing the copy of the data and will e-mail you when you can download it.`,
    ...(facts.extent
      ? [
          msg`You receive the data that your exceptional need calls for:`,
          points(extentTexts(language, facts.extent, facts.timeZone)),
        ]
      : []),
    ...remark(facts),
  );

export const applicationRefused: Mail<ApplicationFacts & Written & { ground: RefusalGround }> = (
  language,
  facts,
) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} refused`,
    msg`We have refused your application for this reason:`,
    causeInLaw(language, facts.ground),
    ...remark(facts),
    ...remedies(refusalGrounds[facts.ground].kind),
  );

/** Confirms that the requester ended the application. */
export const applicationTerminated: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} terminated`,
    msg`We have terminated your application, as you asked. You can file a new one at any time.`,
  );

/** The application is closed because no answer came in time. */
export const deadlinePassed: Mail<ApplicationFacts & { kind: 'personal' | 'public' }> = (
  language,
  facts,
) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} closed`,
    msg`We have closed your application, because your answer did not arrive in time. You can file a new one at any time.`,
    ...remedies(facts.kind),
  );

/** The vehicle is not linked to the account any more. */
export const linkEnded: Mail<ApplicationFacts & { endedAt: number; timeZone: string }> = (
  language,
  facts,
) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the vehicle is no longer linked`,
    msg`The vehicle of your application was unlinked from your account on ${{ ended: instantText(language, facts.endedAt, facts.timeZone) }}.`,
    msg`While the vehicle is not linked, you cannot request data and we cannot approve a request. You only receive data from the time when it was linked. If the vehicle is still yours, please link it again in the vehicle app. If not, you can terminate the application in the portal.`,
  );

/** The vehicle is linked to the account again. */
export const linkRenewed: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the vehicle is linked again`,
    msg`The vehicle of your application is linked to your account again. We are continuing with your application.`,
  );

type EventMails = {
  [E in ApplicationEvent as E['type']]: Mail<
    ApplicationFacts &
      Limited &
      Written &
      E & { kind: ApplicationKind; items: readonly string[]; isShared: boolean }
  >;
};

/** Mails to the requester by the events that cause them. */
export const eventMails: Readonly<Partial<EventMails>> = {
  'review.start': reviewStarted,
  'qualification.pass': qualificationPassed,
  'information.request': informationRequired,
  'data.approve': applicationApproved,
  'sharing.withhold': sharingWithheld,
  'sharing.suspend': sharingSuspended,
  'sharing.resume': (language, facts) =>
    (facts.isShared ? sharingRestored : sharingResumed)(language, facts),
  'application.refuse': applicationRefused,
  'application.terminate': applicationTerminated,
  'deadline.passed': deadlinePassed,
  'link.ended': linkEnded,
  'link.renewed': linkRenewed,
};

/** A scanner found malware in a file, which is gone. */
export const fileRemoved: Mail<ApplicationFacts & { fileName: string }> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: a file was removed`,
    msg`Our malware scanner rejected the file ${{ name: facts.fileName }}, which you uploaded for this application, and removed it. Please check your device.`,
    msg`If we need the file for our decision, we will ask you for another one.`,
  );

/** A reminder that the requester's answer is awaited. */
export const answerAwaited: Mail<ApplicationFacts & Limited> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: your answer is awaited`,
    msg`This is a reminder: we are still waiting for your answer.`,
    msg`Please answer in the portal by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will close the application.`,
  );
