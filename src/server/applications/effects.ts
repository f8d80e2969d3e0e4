import type { Transaction } from 'kysely';
import type { ExecutableActionObject } from 'xstate';
import type { Language } from '#contract/languages.ts';
import type { ApplicationEvent } from '#machines/application.machine.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import { type MailText, postMail } from '../mail/outbox.ts';
import { queueReport } from '../reports/report-life.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import { postDeskNotice } from './desk-notice.ts';

/** The event that caused effects, and the application as it is after it. */
interface Cause {
  application: Schema['application'];
  event: ApplicationEvent;
  text: string | undefined;
}

type Effect = (services: Services, trx: Transaction<Schema>, cause: Cause) => Promise<void>;

/** What each effect of the application machine does here: rows, never anything outside. */
const effects: Record<string, Effect> = {
  async notifyRequester(services, trx, cause) {
    const { application } = cause;
    const requester = await trx
      .selectFrom('account')
      .select(['email', 'language'])
      .where('id', '=', application.requester_id)
      .executeTakeFirstOrThrow();
    const language = requester.language as Language;
    await postMail(trx, {
      ...requesterMail(services, language, cause),
      recipient: requester.email,
      language,
      at: services.now(),
      applicationNumber: application.number,
    });
  },

  async notifyDesk(services, trx, { application, event }) {
    await postDeskNotice(services, trx, { number: application.number, event: event.type });
  },

  async queueReport(services, trx, { application }) {
    await queueReport(services, trx, application);
  },
};

/** Runs the effects of a transition inside its transaction. */
export async function runEffects(
  services: Services,
  trx: Transaction<Schema>,
  actions: readonly ExecutableActionObject[],
  cause: Cause,
): Promise<void> {
  for (const { type } of actions) {
    const effect = effects[type];
    if (!effect) throw new Error(`The application machine has an effect nobody runs: ${type}`);
    await effect(services, trx, cause);
  }
}

function requesterMail(services: Services, language: Language, cause: Cause): MailText {
  const { application, event } = cause;
  const texts = mailTexts[language];
  const facts = {
    number: application.number,
    holderName: services.config.HOLDER_NAME,
    url: `${services.config.PUBLIC_URL ?? ''}/home/data-acquisition`,
    text: cause.text ?? '',
    until: application.answer_due_at ?? 0,
  };
  switch (event.type) {
    case 'review.start':
      return texts.reviewStarted(facts);
    case 'qualification.pass':
      return texts.qualificationPassed(facts);
    case 'information.request':
      return texts.informationRequired(facts);
    case 'data.approve':
      return texts.applicationApproved(facts);
    case 'application.refuse':
      return texts.applicationRefused({ ...facts, ground: event.ground });
    case 'deadline.passed':
      return texts.deadlinePassed(facts);
    default:
      throw new Error(`No mail tells the requester of ${event.type}`);
  }
}
