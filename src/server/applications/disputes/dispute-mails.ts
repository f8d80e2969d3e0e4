import type { MessageDescriptor } from '@lingui/core';
import type { DisputeBody } from '#contract/dispute.ts';
import type { Language } from '#contract/languages.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { msg } from '#lib/words/msg.ts';
import { applicationMail } from '#server/applications/mails/application-mails.ts';
import { wordsOf } from '#server/platform/words/words.ts';

interface DisputeFacts {
  body: DisputeBody;
  bodyName: string;
  remark: string;
}

export const disputeRecorded = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute recorded`,
  msg`We have recorded that a complaint or dispute about your application is open. Until it has ended, we do not erase the application, its files and its history.`,
  bodyOf(language, facts),
]);

export const disputeEnded = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute ended`,
  msg`We have recorded that the complaint or dispute about your application has ended. If that is not so, please tell us on the page of your application.`,
  bodyOf(language, facts),
  facts.remark,
]);

export const disputeCorrected = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute corrected`,
  msg`We have corrected what we recorded about the complaint or dispute about your application. If it is not right, please tell us on the page of your application.`,
  bodyOf(language, facts),
]);

export const disputeWithdrawn = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: record of a complaint or dispute withdrawn`,
  msg`We wrote to you that a complaint or dispute about your application is open. This was a mistake, and we have withdrawn the record. If a body deals with your application, please tell us on the page of your application.`,
  bodyOf(language, facts),
]);

export const outcomeCorrected = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: outcome of the complaint or dispute corrected`,
  msg`We have corrected the outcome that we recorded of the complaint or dispute about your application. If it is not right, please tell us on the page of your application.`,
  bodyOf(language, facts),
  facts.remark,
]);

export const outcomeWithdrawn = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute still open`,
  msg`We wrote to you that the complaint or dispute about your application has ended. This was a mistake: it is still open. Until it has ended, we do not erase the application, its files and its history.`,
  bodyOf(language, facts),
]);

export const disputeMails = {
  'dispute.end': disputeEnded,
  'dispute.withdraw': disputeWithdrawn,
  'outcome.correct': outcomeCorrected,
  'outcome.withdraw': outcomeWithdrawn,
};

function bodyOf(language: Language, { body, bodyName }: DisputeFacts): MessageDescriptor {
  const kind = wordsOf(language)(disputeBodyWords[body]);
  return msg`Body that deals with it: ${{ name: bodyName }} (${{ kind }})`;
}
