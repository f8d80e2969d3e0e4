import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import type { Task } from '#contract/turns.ts';
import { taskWords } from '#forms/tasks.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationEvent, Extent } from '#machines/application.events.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { causeInLaw, extentTexts } from '#server/applications/law-texts.ts';
import {
  greeting,
  letter,
  type MailParagraph,
  type MailText,
  points,
} from '#server/platform/mail/outbox.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

export interface ApplicationFacts {
  number: string;
  name?: string;
  holderName: string;
  url: string;
  tasks?: readonly Task[];
}

export interface Limited {
  until: number;
  timeZone: string;
}

export type MailTemplate<Facts> = (language: Language, facts: Facts) => MailText;

type Word<Facts> = (
  facts: ApplicationFacts & Facts,
  language: Language,
) => readonly [subject: MessageDescriptor, ...paragraphs: MailParagraph[]];

export function applicationMail<Facts = unknown>(
  word: Word<Facts>,
): MailTemplate<ApplicationFacts & Facts> {
  return (language, facts) => {
    const [subject, ...paragraphs] = word(facts, language);
    const { number, name, holderName, url, tasks = [] } = facts;
    return letter(
      language,
      subject,
      greeting(name),
      ...paragraphs,
      ...reminder(language, tasks),
      msg`Application number: ${{ number }}\nYour application in the portal: ${{ url }}`,
      msg`Kind regards,\n${{ holderName }}, as data holder`,
    );
  };
}

function reminder(language: Language, tasks: readonly Task[]): MailParagraph[] {
  const translate = wordsOf(language);
  const words = tasks.map((task) => translate(taskWords[task]));
  return words.length > 0 ? [msg`What you still need to do in the portal:`, points(words)] : [];
}

const remark = ({ text }: { text: string }): MailParagraph[] =>
  text ? [msg`Explanation of the reviewer:`, text] : [];

const answerBy = ({ until, timeZone }: Limited, language: Language) =>
  msg`Please answer in the portal by ${{ until: instantText(language, until, timeZone) }}. If you do not, we will end the application.`;

/** Legal remedies: Art. 10, 37, 38, or Art. 18(5) for a public-sector body. */
export function remedies(kind: ApplicationKind): MailParagraph[] {
  return kind === 'public'
    ? [
        msg`If you wish to challenge this decision and the matter cannot be resolved by changing the request, it is referred to the competent authority of the Member State where we are established (Article 18(5) of the Data Act).`,
      ]
    : [
        msg`If you disagree, you can complain to the competent authority of the Member State where you live, work or are established (Articles 37 and 38 of the Data Act). You can also agree with us to take the dispute to a certified dispute settlement body (Article 10). You can go to court in any case.`,
      ];
}

/** `until`: 0 if no answer is awaited. `text`: of the reviewer; may be empty. */
export interface EventFacts extends Limited {
  kind: ApplicationKind;
  text: string;
  /** Labels of the information to be added. */
  items: readonly string[];
  question: string;
  isDownloadable: boolean;
  /** Set for a third party, whose vehicle only the data holder can link again. */
  contactMailbox?: string | undefined;
  /** Facts of single events. */
  extent?: Extent;
  ground?: RefusalGround;
  earlier?: { body: string };
  endedAt?: number;
}

const fileAgain = msg`You can file a new application at any time.`;

const words = {
  'application.file': (facts) => [
    msg`Application ${{ number: facts.number }} received`,
    facts.tasks?.length
      ? msg`We have received your application for access to vehicle data. We will e-mail you when something changes.`
      : msg`We have received your application for access to vehicle data. You do not need to do anything now. We will e-mail you when something changes.`,
  ],
  'qualification.pass': (facts, language) => [
    msg`Application ${{ number: facts.number }}: please file your data request`,
    msg`We have confirmed your right to ask for data. Please tell us in the portal which data you want, and for which period.`,
    msg`Please file your data request by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will end the application.`,
    ...remark(facts),
  ],
  'information.request': (facts, language) => [
    msg`Application ${{ number: facts.number }}: information to be added`,
    msg`To continue with your application, we need supplementary information from you:`,
    points(facts.items),
    facts.text,
    msg`Please add it in the portal by ${{ until: instantText(language, facts.until, facts.timeZone) }}. If you do not, we will end the application.`,
  ],
  'data.approve': (facts, language) => [
    msg`Application ${{ number: facts.number }} approved`,
    msg`We have approved your data request. We are preparing the copy of the data and will e-mail you when you can download it.`,
    ...(facts.extent
      ? [
          msg`You receive the data that your exceptional need calls for:`,
          points(extentTexts(language, facts.extent, facts.timeZone)),
        ]
      : []),
    ...remark(facts),
  ],
  'application.refuse': ({ earlier, ...facts }, language) => [
    msg`Application ${{ number: facts.number }} refused`,
    msg`We have refused your application for this reason:`,
    causeInLaw(language, facts.ground as RefusalGround),
    ...(earlier ? [msg`The public sector body that asked before: ${{ body: earlier.body }}`] : []),
    ...remark(facts),
    ...remedies(refusalGrounds[facts.ground as RefusalGround].kind),
    fileAgain,
  ],
  'sharing.withhold': (facts, language) => [
    msg`Application ${{ number: facts.number }}: data withheld`,
    msg`We are withholding the data that you requested, for this reason:`,
    causeInLaw(language, 'withholding'),
    ...remark(facts),
    msg`Once the measures are in place, we will continue with your data request.`,
    ...remedies('personal'),
  ],
  'sharing.suspend': ({ kind, ...facts }, language) => [
    msg`Application ${{ number: facts.number }}: sharing of data suspended`,
    ...(kind === 'personal'
      ? [
          msg`We have suspended the sharing of the data that we approved, for this reason:`,
          causeInLaw(language, 'suspension'),
          ...remark(facts),
          msg`Until the measures are kept, the data can neither be downloaded nor generated again. Once they are, we will share the data again.`,
        ]
      : [
          msg`We have suspended the sharing of the data that we approved. Until it is resumed, the data can neither be downloaded nor generated again.`,
          ...remark(facts),
        ]),
    ...remedies(kind),
  ],
  'sharing.resume': (facts) =>
    facts.isDownloadable
      ? [
          msg`Application ${{ number: facts.number }}: data shared again`,
          msg`The sharing of your data is no longer suspended. The page of your application in the portal shows whether you can download the data or have the report generated again.`,
          ...remark(facts),
        ]
      : [
          msg`Application ${{ number: facts.number }}: data no longer withheld`,
          msg`We are no longer withholding the data that you requested, and are continuing with your data request. We will e-mail you when something changes.`,
          ...remark(facts),
        ],
  'sharing.end': (facts) => [
    msg`Application ${{ number: facts.number }} ended`,
    msg`The sharing of the data of this application was suspended. We have now ended the sharing and the application.`,
    ...remark(facts),
    ...remedies(facts.kind),
    fileAgain,
  ],
  'deadline.extend': (facts, language) => [
    msg`Application ${{ number: facts.number }}: more time to answer`,
    msg`You have more time to answer.`,
    answerBy(facts, language),
    ...remark(facts),
  ],
  'information.withdraw': (facts) => [
    msg`Application ${{ number: facts.number }}: no more information needed`,
    msg`We have withdrawn our question and are continuing with your application. You do not need to answer it. We will e-mail you when something changes.`,
    ...remark(facts),
  ],
  'approval.withdraw': (facts) => [
    msg`Application ${{ number: facts.number }}: approval withdrawn`,
    msg`We have withdrawn our approval of your data request, and are reviewing the request again. If you already received a password, there is no report for it any more. We will e-mail you when something changes.`,
    ...remark(facts),
  ],
  'application.reopen': (facts, language) => [
    msg`Application ${{ number: facts.number }} reopened`,
    msg`We have reopened your application. It continues where it was before it ended.`,
    facts.question,
    ...(facts.until === 0 ? [] : [answerBy(facts, language)]),
    ...remark(facts),
  ],
  'application.terminate': (facts) => [
    msg`Application ${{ number: facts.number }} ended`,
    msg`We have ended your application, as you asked. You can file a new one at any time.`,
  ],
  'deadline.passed': (facts) => [
    msg`Application ${{ number: facts.number }} ended`,
    msg`We have ended your application, because your answer did not arrive in time. You can file a new one at any time.`,
    ...remedies(facts.kind),
  ],
  'link.ended': (facts, language) => [
    msg`Application ${{ number: facts.number }}: the vehicle is no longer linked`,
    msg`The vehicle of your application was unlinked from your account on ${{ ended: instantText(language, facts.endedAt as number, facts.timeZone) }}.`,
    msg`While the vehicle is not linked, you cannot request data and we cannot approve a request. You only receive data from the time when it was linked.`,
    facts.contactMailbox
      ? msg`If the user of the vehicle still consents, please write to ${{ contactMailbox: facts.contactMailbox }}, so that we link it again. If not, you can end the application in the portal.`
      : msg`If the vehicle is still yours, please link it again in the vehicle app. If not, you can end the application in the portal.`,
  ],
  'link.renewed': (facts) => [
    msg`Application ${{ number: facts.number }}: the vehicle is linked again`,
    msg`The vehicle of your application is linked to your account again. We are continuing with your application.`,
  ],
} satisfies { [Type in ApplicationEvent['type'] | 'application.file']?: Word<EventFacts> };

export const mailedEvents = Object.keys(words) as (keyof typeof words)[];

export function eventMail(
  type: (typeof mailedEvents)[number],
  language: Language,
  facts: ApplicationFacts & EventFacts,
): MailText {
  return applicationMail<EventFacts>(words[type])(language, facts);
}

export const fileRemoved = applicationMail<{ fileName: string }>((facts) => [
  msg`Application ${{ number: facts.number }}: a file was removed`,
  msg`Our malware scanner rejected the file ${{ name: facts.fileName }}, which you uploaded for this application, and removed it. Please check your device.`,
  msg`If we need the file for our decision, we will ask you for another one.`,
]);

export const answerAwaited = applicationMail<Limited>((facts, language) => [
  msg`Application ${{ number: facts.number }}: your answer is awaited`,
  msg`This is a reminder: we are still waiting for your answer.`,
  answerBy(facts, language),
]);
