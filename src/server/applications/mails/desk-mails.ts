import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { letter, type MailText, points } from '#server/platform/mail/outbox.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

export type Mail<Facts> = (language: Language, facts: Facts) => MailText;

export interface AtDesk {
  number: string;
  url: string;
}

export const dueAtDesk: Mail<AtDesk & { until: number; timeZone: string }> = (
  language,
  { until, timeZone, ...application },
) =>
  letter(
    language,
    msg`Desk: application ${{ number: application.number }} is due soon`,
    msg`We must deal with this application by ${{ until: instantText(language, until, timeZone) }}.`,
    atDesk(application),
  );

export const watchedChange: Mail<
  AtDesk & {
    what: MessageDescriptor;
    who: string | MessageDescriptor;
    status: MessageDescriptor;
  }
> = (language, { what, who, status, ...application }) => {
  const translate = wordsOf(language);
  const by = typeof who === 'string' ? who : translate(who);
  return letter(
    language,
    msg`Desk: application ${{ number: application.number }}, which you watch`,
    msg`What happened: ${{ what: translate(what) }}\nBy: ${{ by }}\nProcessing status: ${{ status: translate(status) }}`,
    atDesk(application),
    msg`You get this e-mail because you watch this application. You can stop that on its page.`,
  );
};

interface ByColleague {
  number: string;
  by: string;
}

const colleagueMail =
  (
    word: (facts: ByColleague) => [subject: MessageDescriptor, text: MessageDescriptor],
  ): Mail<AtDesk & ByColleague> =>
  (language, facts) =>
    letter(language, ...word(facts), atDesk(facts));

/** To staff mentioned in a note, without its text, which can be read only at the desk. */
export const mentioned = colleagueMail(({ number, by }) => [
  msg`Desk: a note on application ${{ number }} mentions you`,
  msg`${{ by }} mentioned you in an internal note. You can read it at the desk.`,
]);

export const handedOver = colleagueMail(({ number, by }) => [
  msg`Desk: application ${{ number }} was handed over to you`,
  msg`${{ by }} handed this application over to you. It is in your list at the desk.`,
]);

export const allHandedOver: Mail<{ by: string; applications: readonly AtDesk[] }> = (
  language,
  { by, applications },
) =>
  letter(
    language,
    msg`Desk: ${plural({ count: applications.length }, { one: '# application was handed over to you', other: '# applications were handed over to you' })}`,
    msg`${{ by }} handed these applications over to you. They are in your list at the desk.`,
    points(applications.map(({ number, url }) => `${number}: ${url}`)),
  );

export const takenBack = colleagueMail(({ number, by }) => [
  msg`Desk: application ${{ number }} was taken back`,
  msg`${{ by }} took this application back. It is no longer in your list at the desk.`,
]);

export const opinionAsked = colleagueMail(({ number, by }) => [
  msg`Desk: your opinion on application ${{ number }}`,
  msg`${{ by }} asks for your opinion on this application. The question is at the desk.`,
]);

export const opinionGiven = colleagueMail(({ number, by }) => [
  msg`Desk: an opinion on application ${{ number }}`,
  msg`${{ by }} has given the opinion that you asked for. You can read it at the desk.`,
]);

export const digest: Mail<{ mails: readonly MailText[]; url: string }> = (
  language,
  { mails, url },
) =>
  letter(
    language,
    msg`Desk: ${plural({ count: mails.length }, { one: '# message', other: '# messages' })}`,
    ...mails.map(({ subject, body }) => `${subject}\n${'-'.repeat(60)}\n${body}`),
    msg`You get this e-mail once an hour because you chose that. You can change it here: ${{ url }}`,
  );

const atDesk = ({ number, url }: AtDesk) =>
  msg`Application number: ${{ number }}\nThe application at the desk: ${{ url }}`;

export type DeskOccasion =
  | ApplicationEvent['type']
  | 'application.file'
  | 'dispute.record'
  | 'quote.accept'
  | 'quote.object'
  | 'erasure.notify'
  | 'passing.notify';

const occasions: Partial<Record<DeskOccasion, MessageDescriptor>> = {
  'application.file': msg`A new application was filed.`,
  'information.supply': msg`The requester supplied the supplementary information.`,
  'data.request': msg`The requester filed the data request.`,
  'application.terminate': msg`The requester ended the application.`,
  'dispute.record': msg`The requester recorded a complaint or dispute. Until it has ended, nothing of the application is erased.`,
  'quote.accept': msg`The public sector body accepted the quote of the compensation.`,
  'quote.object': msg`The public sector body objected to the quote of the compensation. It may lodge a complaint with the competent authority (Article 20(5)).`,
  'erasure.notify': msg`The public sector body reported that it erased the data that it was given (Article 19(1)(c)).`,
  'passing.notify': msg`The public sector body passes on the data that it was given (Article 21(5)). To whom, why and until when is at the desk.`,
  'link.ended': msg`The vehicle is no longer linked to the requester’s account. Nobody can request or approve data for it.`,
  'link.renewed': msg`The vehicle is linked to the requester’s account again.`,
};

export const deskNotice: Mail<{
  number: string;
  event: DeskOccasion;
  linkEndedAt: number | null;
  timeZone: string;
}> = (language, { number, event, linkEndedAt, timeZone }) =>
  letter(
    language,
    msg`Desk: application ${{ number }}`,
    occasions[event] ?? msg`The application has changed.`,
    ...(linkEndedAt === null
      ? []
      : [msg`The link ended on ${{ ended: instantText(language, linkEndedAt, timeZone) }}.`]),
    msg`Application number: ${{ number }}`,
  );
