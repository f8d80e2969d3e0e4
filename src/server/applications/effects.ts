import { codes } from '#contract/codes.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { EffectName, Step } from '#lib/durable-machine/durable-machine.ts';
import type { applicationMachine } from '#machines/application.machine.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import {
  isMailed,
  mailRequester,
  requesterMail,
} from '#server/applications/mails/requester-mail.ts';
import {
  addAuthorityNotice,
  authorityNotice,
  authorityTopic,
  removeAuthorityNotice,
  restoreAuthorityNotice,
} from '#server/applications/notices/authority.ts';
import {
  invitationTopic,
  inviteRecipient,
  withdrawInvitation,
} from '#server/applications/recipients/recipients.ts';
import { queueCopy } from '#server/applications/recipients/report-copies.ts';
import { queueReport } from '#server/applications/reports/report-life.ts';
import {
  deleteReport,
  isWithdrawn,
  resumeReport,
  withdrawReport,
} from '#server/applications/reports/withdraw-report.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { hastenMails, postMail, removeMails } from '#server/platform/mail/outbox.ts';
import { type ApplicationRow, dueAt, type EventDetails } from './application-row.ts';
import { tasksOf } from './turn-facts.ts';

type Effect = (
  scope: Scope,
  step: Pick<
    Step<typeof applicationMachine, ApplicationRow, EventDetails>,
    'row' | 'event' | 'details' | 'before'
  >,
) => Promise<void>;

const lettersOf = ({ number }: ApplicationRow, revision: number) => ({
  toRequester: `decision ${number} ${revision}`,
  toAuthority: authorityTopic(number, revision),
});

/**
 * Sends the letters of the last decision and deletes the report of a withdrawn approval, without
 * waiting for the undo period to end, because a decision can no longer be undone after another
 * event.
 */
export async function completeDecision(scope: Scope, row: ApplicationRow): Promise<void> {
  const { services, trx } = scope;
  const topics = [...Object.values(lettersOf(row, row.revision)), invitationTopic(row.number)];
  await hastenMails(trx, topics, services.now());
  if (isWithdrawn(row)) await deleteReport(scope, row.number);
}

/** The actions only write rows: mails are sent and jobs run after the commit. */
export const effects: Record<EffectName<typeof applicationMachine>, Effect> = {
  async notifyRequester({ services, trx }, { row, event, details }) {
    const { text, language } = details;
    const tasks = await tasksOf(services, trx, row);
    if (!isMailed({ event, text, tasks })) return;
    await mailRequester(
      { services, trx },
      row.number,
      (language) =>
        requesterMail(services.config, language, { application: row, event, text, tasks }),
      {},
      {
        language,
        topic: lettersOf(row, row.revision).toRequester,
        dueAt: dueAt(services, row),
      },
    );
  },

  async notifyDesk(scope, { row: { number }, event }) {
    const linkEndedAt = event?.type === 'link.ended' ? event.endedAt : null;
    await postDeskNotice(scope, number, event?.type ?? 'application.file', linkEndedAt);
  },

  async notifyAuthority({ services, trx }, { row, event, details }) {
    const cause = event && noticeCauseOf(event);
    if (!cause) return;
    const config = await effectiveConfig(services, trx);
    const { AUTHORITY_MAILBOX: recipient, DESK_LANGUAGE: language, HOLDER_NAME } = config;
    if (!recipient) return addAuthorityNotice({ services, trx }, row.number, event.at);
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
      dueAt: dueAt(services, row),
      topic: lettersOf(row, row.revision).toAuthority,
      reference: row.number,
    });
  },

  queueCopy: ({ services, trx }, { row }) => queueCopy(trx, row.number, dueAt(services, row)),

  inviteRecipient: (scope, { row }) => inviteRecipient(scope, row, dueAt(scope.services, row)),

  queueReport: ({ services, trx }, { row }) =>
    queueReport(services, trx, row, dueAt(services, row) - services.now()),

  withdrawReport: (scope, { row }) => withdrawReport(scope, row, dueAt(scope.services, row)),

  resumeReport: ({ services, trx }, { row }) => resumeReport(trx, row.number, dueAt(services, row)),

  async withdrawLetters({ services, trx }, { row, before }) {
    const { number, state, revision } = row;
    const decision = before?.context.lastDecision;
    const topics = Object.values(lettersOf(row, revision - 1));
    const notAllowed = new ApiError(codes.notAllowedNow, { state, revision });
    if (!decision || (await removeMails(trx, topics)).left > 0) throw notAllowed;
    await removeAuthorityNotice(trx, number, decision.at);
    if (hasTag(state, 'endedByHolder')) await restoreAuthorityNotice({ services, trx }, row);
    const isApproval = decision.from === 'dataRequest.underReview' && before.matches('approved');
    if (isApproval && !(await withdrawInvitation({ services, trx }, number, decision.at)))
      throw notAllowed;
  },
};
