import type { MessageDescriptor } from '@lingui/core';
import type { DisputeBody } from '#contract/dispute.ts';
import type { Language } from '#contract/languages.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { msg } from '#lib/words/msg.ts';
import {
  type ApplicationFacts,
  aboutApplication,
  type MailTemplate,
} from '#server/applications/mails/application-letter.ts';
import { wordsOf } from '#server/platform/words/words.ts';

interface DisputeFacts extends ApplicationFacts {
  body: DisputeBody;
  bodyName: string;
  /** Words of the desk on the outcome; empty when there are none. */
  remark: string;
}

/** To the requester: the desk recorded a complaint or dispute. */
export const disputeRecorded: MailTemplate<DisputeFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: complaint or dispute recorded`,
    msg`We have recorded that a complaint or dispute about your application is open. Until it has ended, we do not erase the application, its files and its history.`,
    bodyOf(language, facts),
  );

export const disputeEnded: MailTemplate<DisputeFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: complaint or dispute ended`,
    msg`We have recorded that the complaint or dispute about your application has ended. If that is not so, please tell us on the page of your application.`,
    bodyOf(language, facts),
    facts.remark,
  );

function bodyOf(language: Language, { body, bodyName }: DisputeFacts): MessageDescriptor {
  const kind = wordsOf(language)(disputeBodyWords[body]);
  return msg`Body that deals with it: ${{ name: bodyName }} (${{ kind }})`;
}
