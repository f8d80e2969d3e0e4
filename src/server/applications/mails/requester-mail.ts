import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms } from '#contract/stored-forms.ts';
import type { Task } from '#contract/turns.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { confirmedContact, emailOf } from '#server/applications/application-row.ts';
import { askedItems } from '#server/applications/information-items.ts';
import { reportReadyElsewhere } from '#server/applications/reports/report-mails.ts';
import type { Config } from '#server/platform/config/config.ts';
import { requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import type { Priority } from '#server/platform/jobs/queue.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import {
  type ApplicationFacts,
  eventMail,
  type MailTemplate,
  mailedEvents,
} from './application-mails.ts';

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

/** Pages that the requester has to open after an event. */
const pages: Partial<Record<string, string>> = {
  'information.request': '/supplement',
  'qualification.pass': '/data-request',
};

export function requesterMail(
  config: Config,
  language: Language,
  { application, event, text = '', tasks = [] }: Cause,
): MailText {
  const { kind, state, form_json, answer_due_at, information_request } = application;
  const sent = event?.type ?? 'application.file';
  const type = mailedEvents.find((mailed) => mailed === sent);
  if (!type) throw new Error(`No mail to the requester for ${sent}`);
  const { url, ...facts } = applicationFacts(config, application, language);
  const isOnBehalf = kind === 'personal' && personalForms.read(form_json).onBehalfOf !== undefined;
  return eventMail(type, language, {
    ...facts,
    ...event,
    url: url + (pages[type] ?? ''),
    kind,
    text,
    until: answer_due_at ?? 0,
    timeZone: config.TIME_ZONE,
    tasks: sideTasksIn(tasks),
    items: askedItems(application, language).map(({ label }) => label),
    question: (hasTag(state, 'supplementable') && information_request) || '',
    isDownloadable: hasTag(state, 'downloadable'),
    contactMailbox: isOnBehalf ? config.CONTACT_MAILBOX : undefined,
  });
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
