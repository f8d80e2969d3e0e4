import { msg } from '#lib/words/msg.ts';
import type { Extent } from '#machines/application.events.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { causeInLaw } from '#server/applications/cause-in-law.ts';
import { extentTexts } from '#server/applications/extent-texts.ts';
import { points } from '#server/platform/mail/outbox.ts';
import { instantText } from '#server/platform/words/words.ts';
import {
  type ApplicationFacts,
  aboutApplication,
  type Limited,
  type MailTemplate,
  remark,
  remedies,
  type Written,
} from './application-letter.ts';

export const applicationReceived: MailTemplate<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} received`,
    msg`We have received your application for access to vehicle data. You do not need to do anything now. We will e-mail you when something changes.`,
  );

export const reviewStarted: MailTemplate<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: review started`,
    msg`The review of your application has started.`,
  );

/** The data request is awaited. */
export const qualificationPassed: MailTemplate<ApplicationFacts & Limited & Written> = (
  language,
  facts,
) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: please file your data request`,
    msg`We have confirmed your right to ask for data. Please tell us in the portal which data you want, and for which period.`,
    msg`Please file your data request by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will close the application.`,
    ...remark(facts),
  );

/** `items`: the parts of the application it is about, in words. */
export const informationRequired: MailTemplate<
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
export const applicationApproved: MailTemplate<
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

export const applicationRefused: MailTemplate<
  ApplicationFacts & Written & { ground: RefusalGround }
> = (language, facts) =>
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
export const applicationTerminated: MailTemplate<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} terminated`,
    msg`We have terminated your application, as you asked. You can file a new one at any time.`,
  );

/** The application is closed because no answer came in time. */
export const deadlinePassed: MailTemplate<ApplicationFacts & { kind: ApplicationKind }> = (
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
export const linkEnded: MailTemplate<ApplicationFacts & { endedAt: number; timeZone: string }> = (
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
export const linkRenewed: MailTemplate<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the vehicle is linked again`,
    msg`The vehicle of your application is linked to your account again. We are continuing with your application.`,
  );

/** The data are withheld while trade secrets are not protected. */
export const sharingWithheld: MailTemplate<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data withheld`,
    msg`We are withholding the data that you requested, because the measures that protect trade secrets have not been agreed or are not kept:`,
    causeInLaw(language, 'withholding'),
    ...remark(facts),
    msg`Once the measures are in place, we will continue with your data request.`,
    ...remedies('personal'),
  );

/** The sharing of approved data is suspended while trade secrets are not protected. */
export const sharingSuspended: MailTemplate<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: sharing of data suspended`,
    msg`We have suspended the sharing of the data that we approved, because measures that protect trade secrets are not kept:`,
    causeInLaw(language, 'suspension'),
    ...remark(facts),
    msg`Until the measures are kept, the data can neither be downloaded nor generated again. Once they are, we will share the data again.`,
    ...remedies('personal'),
  );

/** The approved data are shared again after that was suspended. */
export const sharingRestored: MailTemplate<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data shared again`,
    msg`The sharing of your data is no longer suspended. The page of your application in the portal shows whether you can download the data or have the report generated again.`,
    ...remark(facts),
  );

/** The review goes on after data were withheld. */
export const sharingResumed: MailTemplate<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data no longer withheld`,
    msg`We are no longer withholding the data that you requested, and are continuing with your data request. We will e-mail you when something changes.`,
    ...remark(facts),
  );

/** A scanner found malware in a file, which is gone. */
export const fileRemoved: MailTemplate<ApplicationFacts & { fileName: string }> = (
  language,
  facts,
) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: a file was removed`,
    msg`Our malware scanner rejected the file ${{ name: facts.fileName }}, which you uploaded for this application, and removed it. Please check your device.`,
    msg`If we need the file for our decision, we will ask you for another one.`,
  );

/** A reminder that the requester's answer is awaited. */
export const answerAwaited: MailTemplate<ApplicationFacts & Limited> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: your answer is awaited`,
    msg`This is a reminder: we are still waiting for your answer.`,
    msg`Please answer in the portal by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will close the application.`,
  );
