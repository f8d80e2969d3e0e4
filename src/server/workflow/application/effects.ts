import type { Transaction } from 'kysely';
import type { ExecutableActionObject } from 'xstate';
import { concernsAuthority } from '#machines/refusal-grounds.ts';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import { queueReport } from '#server/workflow/report/report-life.ts';
import { authorityNotice } from './application-mails.ts';
import { postDeskNotice } from './desk-notice.ts';
import { type Cause, requesterMail, requesterOf } from './requester-mail.ts';

type Effect = (services: Services, trx: Transaction<Schema>, cause: Cause) => Promise<void>;

/** What each effect of the application machine does here: rows, never anything outside. */
const effects: Record<string, Effect> = {
  async notifyRequester(services, trx, cause) {
    const { application } = cause;
    const { email, language } = await requesterOf(trx, application);
    await postMail(trx, {
      ...requesterMail(services.config, language, cause),
      recipient: email,
      language,
      at: services.now(),
      applicationNumber: application.number,
    });
  },

  async notifyDesk(services, trx, { application, event }) {
    await postDeskNotice(services, trx, { number: application.number, event: event.type });
  },

  async notifyAuthority(services, trx, { application, event }) {
    if (event.type !== 'application.refuse' || !concernsAuthority(event.ground)) return;
    const config = await effectiveConfig(services, trx);
    const { AUTHORITY_MAILBOX: recipient, DESK_LANGUAGE: language, HOLDER_NAME } = config;
    if (!recipient) return;
    await postMail(trx, {
      ...authorityNotice(language, {
        number: application.number,
        holderName: HOLDER_NAME,
        ground: event.ground,
      }),
      recipient,
      language,
      at: services.now(),
      applicationNumber: application.number,
    });
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
