import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms } from '#contract/stored-forms.ts';
import type { Task } from '#contract/turns.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { confirmedContact, emailOf } from '#server/applications/application-row.ts';
import { askedItems } from '#server/applications/information-items.ts';
import { reportReadyElsewhere } from '#server/applications/recipients/recipient-mails.ts';
import type { Config } from '#server/platform/config/config.ts';
import { requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import type { Priority } from '#server/platform/jobs/queue.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import type { ApplicationFacts, Limited, MailTemplate, Written } from './application-mails.ts';
import * as mails from './application-mails.ts';

export interface Cause {
  application: Schema['application'];
  event: ApplicationEvent | null;
  text: string | undefined;
  tasks?: readonly Task[];
}

/** Tasks without an e-mail of their own: e-mails about other events mention them. */
const sideTasks: readonly Task[] = ['answerQuote', 'nameRecipient', 'confirmContact'];

const sideTasksIn = (tasks: readonly Task[]) => tasks.filter((task) => sideTasks.includes(task));

/**
 * Returns false for the start of the review, and for an approval that says no more than the e-mail
 * about the finished report.
 */
export function isMailed({ event, text, tasks = [] }: Omit<Cause, 'application'>): boolean {
  if (event?.type !== 'data.approve') return event?.type !== 'review.start';
  return Boolean(text) || event.extent !== undefined || sideTasksIn(tasks).length > 0;
}

export async function mailRequester<Facts extends object>(
  { services: { config, now }, trx }: Scope,
  number: string,
  template: MailTemplate<ApplicationFacts & Facts>,
  facts: Facts,
  options: {
    language?: Language | undefined;
    priority?: Priority;
    recipient?: string;
    topic?: string;
    dueAt?: number;
  } = {},
): Promise<void> {
  const filed = await requireRow(trx, 'application', { number });
  const requester = await readerOf(trx, filed.requester_id);
  const { language = requester.language, ...order } = options;
  const mail = template(language, { ...applicationFacts(config, filed, language), ...facts });
  const password = 'password' in facts ? facts.password : undefined;
  await postMail(trx, {
    ...mail,
    letter: typeof password === 'string' ? mail.body.replaceAll(password, '…') : mail.body,
    recipient: requester.email,
    language,
    at: now(),
    reference: number,
    ...order,
  });
}

export const applicationFacts = (
  config: Config,
  application: Pick<Schema['application'], 'number' | 'kind' | 'form_json'>,
  language: Language,
): ApplicationFacts => ({
  number: application.number,
  name: requesterName(application, language),
  holderName: config.HOLDER_NAME,
  url: `${config.PUBLIC_URL ?? ''}/home/data-acquisition/applications/${application.number}`,
});

const isOnBehalf = ({ kind, form_json }: Schema['application']) =>
  kind === 'personal' && personalForms.read(form_json).onBehalfOf !== undefined;

type PlainFacts = ApplicationFacts & Limited & Written & { kind: ApplicationKind };

const plainMails: Partial<Record<string, MailTemplate<PlainFacts>>> = {
  'application.file': mails.applicationReceived,
  'sharing.withhold': mails.sharingWithheld,
  'sharing.suspend': mails.sharingSuspended,
  'sharing.end': mails.sharingEnded,
  'deadline.extend': mails.deadlineExtended,
  'deadline.passed': mails.deadlinePassed,
  'information.withdraw': mails.questionWithdrawn,
  'approval.withdraw': mails.approvalWithdrawn,
  'application.terminate': mails.applicationTerminated,
  'link.renewed': mails.linkRenewed,
} satisfies { [Event in ApplicationEvent['type'] | 'application.file']?: unknown };

export function requesterMail(
  config: Config,
  language: Language,
  { application, event, text = '', tasks = [] }: Cause,
): MailText {
  const facts = {
    ...applicationFacts(config, application, language),
    kind: application.kind,
    text,
    until: application.answer_due_at ?? 0,
    timeZone: config.TIME_ZONE,
    tasks: sideTasksIn(tasks),
  };
  switch (event?.type) {
    case 'information.request':
      return mails.informationRequired(language, {
        ...facts,
        url: `${facts.url}/supplement`,
        items: askedItems(application, language).map(({ label }) => label),
      });
    case 'qualification.pass':
      return mails.qualificationPassed(language, { ...facts, url: `${facts.url}/data-request` });
    case 'data.approve':
      return mails.applicationApproved(language, { ...facts, ...event });
    case 'sharing.resume':
      return hasTag(application.state, 'downloadable')
        ? mails.sharingRestored(language, facts)
        : mails.sharingResumed(language, facts);
    case 'application.refuse':
      return mails.applicationRefused(language, { ...facts, ...event });
    case 'application.reopen':
      return mails.applicationReopened(language, {
        ...facts,
        until: application.answer_due_at,
        question: hasTag(application.state, 'supplementable')
          ? application.information_request
          : '',
      });
    case 'link.ended':
      return mails.linkEnded(language, {
        ...facts,
        endedAt: event.endedAt,
        contactMailbox: isOnBehalf(application) ? config.CONTACT_MAILBOX : undefined,
      });
    default: {
      const write = plainMails[event?.type ?? 'application.file'];
      if (!write) throw new Error(`No mail to the requester for ${event?.type}`);
      return write(language, facts);
    }
  }
}

/**
 * Mails a password to the confirmed contact address and a notice to the requester's own address.
 * Without a confirmed contact address, the password is mailed to the requester's own address.
 */
export async function mailPassword<Facts extends object>(
  scope: Scope,
  number: string,
  template: MailTemplate<ApplicationFacts & Facts>,
  facts: Facts,
): Promise<void> {
  const contact = await confirmedContactOf(scope, number);
  if (contact === null) return mailRequester(scope, number, template, facts);
  await mailRequester(scope, number, template, facts, { recipient: contact });
  await mailRequester(scope, number, reportReadyElsewhere, { contact });
}

/**
 * Mails an outcome to the account's address and to a confirmed contact address. If there is one, only
 * the contact address gets the password.
 */
export async function mailOutcome(
  scope: Scope,
  number: string,
  template: MailTemplate<ApplicationFacts & { password?: string | undefined }>,
  password: string | undefined,
): Promise<void> {
  const contact = await confirmedContactOf(scope, number);
  await mailRequester(scope, number, template, contact === null ? { password } : {});
  if (contact !== null)
    await mailRequester(scope, number, template, { password }, { recipient: contact });
}

async function confirmedContactOf({ trx }: Scope, number: string): Promise<string | null> {
  const row = await requireRow(trx, 'application', { number });
  return confirmedContact(row, await emailOf(trx, row.requester_id));
}
