import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationEvent } from '#machines/application.machine.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { letter, type MailParagraph, points } from '#server/platform/jobs/letter.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';
import { instantText } from '#server/platform/words/instants.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/workflow/forms/application-letter.ts';
import { options } from './options.ts';

/** Text of a reviewer; empty when there is none. */
interface Written {
  text: string;
}

/** Until when there is time to act, ms since the epoch. */
interface Limited {
  until: number;
}

type Mail<Facts> = (language: Language, facts: Facts) => MailText;

export const applicationReceived: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} received`,
    msg`We have received your application for access to vehicle data. You need not do anything for now; we write to you as soon as there is news.`,
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
    msg`Your qualification is confirmed. Please tell us in the portal which data you ask for, and for which period.`,
    msg`Please file the data request by ${{ until: instantText(language, facts.until) }}. The application is closed if nothing arrives by then.`,
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
    msg`To go on with your application, we need further information from you:`,
    points(facts.items),
    facts.text,
    msg`Please add it in the portal by ${{ until: instantText(language, facts.until) }}. The application is closed if nothing arrives by then.`,
  );

export const applicationApproved: Mail<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} approved`,
    msg`Your request for data is approved. We are preparing the copy of the data, and write to you as soon as it can be downloaded.`,
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
    msg`We cannot grant your application. The ground is:`,
    groundInLaw(language, facts.ground),
    ...remark(facts),
    msg`If you disagree, you have the right to lodge a complaint with the competent authority of a Member State, and you may turn to a certified dispute settlement body or to a court where the law provides for it.`,
  );

/** Confirms that the requester ended the application. */
export const applicationTerminated: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} terminated`,
    msg`Your application is terminated, as you asked. You may file a new one at any time.`,
  );

/** The application is closed because no answer came in time. */
export const deadlinePassed: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }} closed`,
    msg`Your application is closed, because what we asked you for did not arrive in time. You may file a new one at any time.`,
    msg`If you disagree, you have the right to lodge a complaint with the competent authority of a Member State.`,
  );

/** The vehicle is not linked to the account any more. */
export const linkEnded: Mail<ApplicationFacts & { endedAt: number }> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the vehicle is no longer linked`,
    msg`The link between the vehicle of your application and your account ended on ${{ ended: instantText(language, facts.endedAt) }}.`,
    msg`Without it, no data can be requested or approved; data are given only of the time for which the vehicle was linked. If the vehicle is still yours, please link it again in the vehicle app. If not, you may terminate the application in the portal.`,
  );

/** The vehicle is linked to the account again. */
export const linkRenewed: Mail<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the vehicle is linked again`,
    msg`The vehicle of your application is linked to your account again. The application goes on.`,
  );

/** A reminder that the requester's answer is awaited. */
export const answerAwaited: Mail<ApplicationFacts & Limited> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: your answer is awaited`,
    msg`A reminder: it is your turn, and your answer has not arrived yet.`,
    msg`Please answer in the portal by ${{ until: instantText(language, facts.until) }}. The application is closed if nothing arrives by then.`,
  );

/** To the competent authority: access was refused on a ground it has to know of. */
export const authorityNotice: Mail<Omit<ApplicationFacts, 'url'> & { ground: RefusalGround }> = (
  language,
  { number, holderName, ground },
) =>
  letter(
    language,
    msg`Notice: access to data refused, application ${{ number }}`,
    msg`We notify you under Regulation (EU) 2023/2854 (the Data Act) that access to data was refused on the ground of trade secrets:`,
    msg`Application number: ${{ number }}`,
    groundInLaw(language, ground),
    {
      ...msg({
        message: 'Kind regards,\n{holderName}, as data holder',
        context: 'to an authority',
      }),
      values: { holderName },
    },
  );

/** To staff: a reminder of the date by which the data holder acts. */
export const dueAtDesk: Mail<Pick<ApplicationFacts, 'number' | 'url'> & Limited> = (
  language,
  { number, until, url },
) =>
  letter(
    language,
    msg`Desk: application ${{ number }} is due soon`,
    msg`This application is due by ${{ until: instantText(language, until) }}.`,
    msg`Application number: ${{ number }}\nThe application at the desk: ${{ url }}`,
  );

/** Occasions of mail to the desk. */
export type DeskOccasion = ApplicationEvent['type'] | 'application.file';

const occasions: Partial<Record<DeskOccasion, MessageDescriptor>> = {
  'application.file': msg`A new application was filed.`,
  'information.supply': msg`The requester supplied the information that was missing.`,
  'data.request': msg`The requester filed the data request.`,
  'application.terminate': msg`The requester terminated the application.`,
  'link.ended': msg`The vehicle is no longer linked to the requester’s account. Data can neither be requested nor approved.`,
  'link.renewed': msg`The vehicle is linked to the requester’s account again.`,
};

/** To the desk: the requester did something, or the vehicle's link to them ended at an instant. */
export const deskNotice: Mail<{
  number: string;
  event: DeskOccasion;
  linkEndedAt: number | null;
}> = (language, { number, event, linkEndedAt }) =>
  letter(
    language,
    msg`Desk: application ${{ number }}`,
    occasions[event] ?? msg`The application has changed.`,
    ...(linkEndedAt === null
      ? []
      : [msg`The link ended on ${{ ended: instantText(language, linkEndedAt) }}.`]),
    msg`Application number: ${{ number }}`,
  );

function remark({ text }: Written): MailParagraph[] {
  return text ? [msg`The reviewer adds:`, text] : [];
}

function groundInLaw(language: Language, ground: RefusalGround): string {
  const say = wordsOf(language);
  const { article } = refusalGrounds[ground];
  const source = msg`(${{ article }} of Regulation (EU) 2023/2854, the Data Act)`;
  return `${say(options.refusalGrounds[ground])}\n${say(source)}`;
}
