import type { EffectName, Step } from '#lib/durable-machine/durable-machine.ts';
import type { applicationMachine } from '#machines/application.machine.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import { mailRequester, requesterMail } from '#server/applications/mails/requester-mail.ts';
import { addAuthorityNotice, authorityNotice } from '#server/applications/notices/authority.ts';
import { inviteRecipient } from '#server/applications/recipients/recipients.ts';
import { queueCopy } from '#server/applications/recipients/report-copies.ts';
import { queueReport, withdrawReport } from '#server/applications/reports/report-life.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { runNow } from '#server/platform/jobs/queue.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { ApplicationRow, EventDetails } from './application-row.ts';
import { tasksOf } from './turn-facts.ts';

type Effect = (
  scope: Scope,
  step: Pick<
    Step<typeof applicationMachine, ApplicationRow, EventDetails>,
    'row' | 'event' | 'details'
  >,
) => Promise<void>;

/** The actions only write rows: mails are sent and jobs run after the commit. */
export const effects: Record<EffectName<typeof applicationMachine>, Effect> = {
  async notifyRequester({ services, trx }, { row, event, details }) {
    const { text, language } = details;
    const tasks = await tasksOf(services, trx, row);
    await mailRequester(
      { services, trx },
      row,
      (language) =>
        requesterMail(services.config, language, { application: row, event, text, tasks }),
      {},
      { language },
    );
  },

  async notifyDesk({ services, trx }, { row: { number }, event }) {
    await postDeskNotice(services, trx, {
      number,
      event: event?.type ?? 'application.file',
      linkEndedAt: event?.type === 'link.ended' ? event.endedAt : null,
    });
  },

  async notifyAuthority({ services, trx }, { row, event, details }) {
    const cause = event && noticeCauseOf(event);
    if (!cause) return;
    const config = await effectiveConfig(services, trx);
    const { AUTHORITY_MAILBOX: recipient, DESK_LANGUAGE: language, HOLDER_NAME } = config;
    if (!recipient) return addAuthorityNotice({ trx }, row.number, event.at);
    await postMail(trx, {
      ...authorityNotice(language, {
        number: row.number,
        holderName: HOLDER_NAME,
        cause,
        text: details.text ?? '',
      }),
      recipient,
      language,
      at: services.now(),
      reference: row.number,
    });
  },

  queueCopy: ({ services, trx }, { row: { number } }) => queueCopy(trx, number, services.now()),

  inviteRecipient: (scope, { row }) => inviteRecipient(scope, row),

  queueReport: ({ services, trx }, { row }) => queueReport(services, trx, row),

  withdrawReport: (scope, { row }) => withdrawReport(scope, row),

  resumeReport: ({ services, trx }, { row: { number } }) =>
    runNow(trx, { kind: 'report', subject: number, at: services.now() }),
};
