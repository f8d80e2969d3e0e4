import type { Selectable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { SuspensionGround } from '#contract/live/grants.ts';
import { msg } from '#lib/words/msg.ts';
import type { GrantEvent } from '#machines/grant.machine.ts';
import { concernsAuthority } from '#machines/refusal-grounds.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { causeInLaw } from '#server/applications/law-texts.ts';
import { remedies } from '#server/applications/mails/application-mails.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import {
  greeting,
  letter,
  type MailParagraph,
  type MailText,
  postMail,
} from '#server/platform/mail/outbox.ts';
import { dateText } from '#server/platform/words/words.ts';

type Grant = Selectable<Schema['live_grant']>;

interface GrantFacts extends Pick<Grant, 'ends_at' | 'ground' | 'substantiation'> {
  vehicle: string;
  name?: string;
  holderName: string;
  url: string;
  timeZone: string;
  token?: string;
}

type Occasion = Extract<
  GrantEvent['type'],
  'grant.confirm' | 'sharing.suspend' | 'sharing.resume' | 'grant.expired' | 'link.ended'
>;

export function grantMail(
  occasion: Occasion | 'token.create',
  language: Language,
  facts: GrantFacts,
): MailText {
  const [subject, ...paragraphs] = wordsFor(occasion, language, facts);
  return letter(
    language,
    subject,
    greeting(facts.name),
    ...paragraphs,
    msg`Live access in the portal: ${{ url: facts.url }}`,
    msg`Kind regards,\n${{ holderName: facts.holderName }}, as data holder`,
  );
}

function wordsFor(
  occasion: Occasion | 'token.create',
  language: Language,
  { vehicle, ends_at, ground, substantiation, timeZone, token = '' }: GrantFacts,
): [ReturnType<typeof msg>, ...MailParagraph[]] {
  const until = dateText(language, ends_at, timeZone);
  switch (occasion) {
    case 'grant.confirm':
      return [
        msg`Live access to ${{ vehicle }} is active`,
        msg`You can now read the data of this vehicle as they arrive, until ${{ until }}. You can pause, end or renew the access in the portal at any time.`,
        msg`If this was not you, end the access in the portal and tell us.`,
      ];
    case 'token.create':
      return [
        msg`A token for ${{ vehicle }} was created`,
        msg`The token “${{ token }}” lets a program read data of this vehicle. Anybody who has the token can read these data.`,
        msg`If this was not you, revoke the token in the portal and tell us.`,
      ];
    case 'sharing.suspend':
      return [
        msg`Live access to ${{ vehicle }} is suspended`,
        msg`We have suspended your live access. Your tokens and programs receive no data until it is resumed.`,
        msg`Ground:`,
        ground ? causeInLaw(language, ground) : '',
        msg`Reasons:`,
        substantiation ?? '',
        ground && concernsAuthority(ground)
          ? msg`We notify the competent authority of this decision.`
          : '',
        ...remedies('personal'),
      ];
    case 'sharing.resume':
      return [
        msg`Live access to ${{ vehicle }}: suspension lifted`,
        msg`We have lifted the suspension of your live access. Your tokens work again, unless you have paused the access yourself.`,
      ];
    case 'grant.expired':
      return [
        msg`Live access to ${{ vehicle }} has ended`,
        msg`Its end date, ${{ until }}, has passed. Your tokens no longer work. You can start live access again in the portal.`,
      ];
    case 'link.ended':
      return [
        msg`Live access to ${{ vehicle }} has ended`,
        msg`The vehicle is no longer linked to your account. Your tokens no longer work.`,
      ];
  }
}

export async function mailGrantOwner(
  { services: { config, now }, trx }: Scope,
  grant: Grant,
  occasion: GrantEvent['type'] | 'token.create' | undefined,
  token?: string,
): Promise<void> {
  const { email: recipient, language } = await readerOf(trx, grant.account_id);
  const filed = await trx
    .selectFrom('application')
    .select(['kind', 'form_json'])
    .where('requester_id', '=', grant.account_id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  await postMail(trx, {
    ...grantMail(occasion as Occasion, language, {
      ...grant,
      vehicle: grant.vehicle_name ?? grant.public_id,
      ...(filed && { name: requesterName(filed, language) }),
      holderName: config.HOLDER_NAME,
      url: `${config.PUBLIC_URL ?? ''}/home/live-access`,
      timeZone: config.TIME_ZONE,
      ...(token !== undefined && { token }),
    }),
    recipient,
    language,
    at: now(),
  });
}

export function suspensionNotice(
  language: Language,
  { reference, holderName, ground, substantiation }: NoticeFacts,
): MailText {
  return letter(
    language,
    msg`Notice: live access to data suspended, reference ${{ reference }}`,
    greeting(),
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have suspended the sharing of data for this reason:`,
    causeInLaw(language, ground),
    msg`Reasons:`,
    substantiation,
    msg`Reference: ${{ reference }}`,
    {
      ...msg({
        message: 'Kind regards,\n{holderName}, as data holder',
        context: 'to an authority',
      }),
      values: { holderName },
    },
  );
}

interface NoticeFacts {
  reference: string;
  holderName: string;
  ground: SuspensionGround;
  substantiation: string;
}

/**
 * Notifies the competent authority of a suspension, if the ground requires it. Without
 * `AUTHORITY_MAILBOX`, the desk notifies the authority itself.
 */
export async function mailAuthority({ services, trx }: Scope, grant: Grant): Promise<void> {
  const { ground, substantiation } = grant;
  if (ground === null || !concernsAuthority(ground)) return;
  const config = await effectiveConfig(services, trx);
  const { AUTHORITY_MAILBOX: recipient, DESK_LANGUAGE: language, HOLDER_NAME: holderName } = config;
  if (!recipient) return;
  const facts = { reference: grant.public_id, holderName, ground };
  const notice = suspensionNotice(language, { ...facts, substantiation: substantiation ?? '' });
  await postMail(trx, { ...notice, recipient, language, at: services.now() });
}
