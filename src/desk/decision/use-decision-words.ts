import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import type { Decision } from '#contract/decision.ts';
import { hasTag } from '#contract/stored-application.ts';
import { msg } from '#lib/words/msg.ts';

export const decisionActs: Readonly<Record<Decision, MessageDescriptor>> = {
  start: msg`Start the review`,
  pass: msg`Confirm eligibility`,
  request: msg`Ask for more information`,
  approve: msg`Approve the data request`,
  resume: msg`Resume the sharing`,
  withhold: msg`Withhold the data`,
  suspend: msg`Suspend the sharing`,
  refuse: msg`Refuse`,
  extend: msg`Extend the time to answer`,
  withdrawQuestion: msg`Withdraw the question`,
  withdrawApproval: msg`Withdraw the approval`,
  endSharing: msg`End the sharing`,
  reopen: msg`Reopen the application`,
};

export function useDecisionWords() {
  const { t, i18n } = useLingui();
  const consequences: Record<Decision, string> = {
    start: t`The requester sees in the portal that the review has started. No letter is sent.`,
    pass: t`The requester can then choose the data they want.`,
    request: t`Your question goes to the requester by e-mail, with a date to answer by.`,
    approve: t`The report is generated and the requester gets its password.`,
    resume: t`The measures are now in place: the review of the data request continues.`,
    withhold: t`The measures that protect trade secrets are not agreed or not kept (Art. 4(7), 5(10)). No data are given until you resume. Say in writing which measures are missing.`,
    suspend: t`Agreed measures that protect trade secrets are not kept (Art. 4(7), 5(10)). The data can be neither downloaded nor generated again until you resume. Say in writing which measures are not kept.`,
    refuse: t`This ends the application on a ground that the law gives.`,
    extend: t`The requester can answer until a later date, and is told so by e-mail.`,
    withdrawQuestion: t`The review continues without an answer. The requester is told by e-mail that none is needed.`,
    withdrawApproval: t`The report is deleted and the review continues. This is possible until the report is downloaded. Say why in writing.`,
    endSharing: t`This ends the application. The data can no longer be downloaded. Say why in writing.`,
    reopen: t`The application continues where it was before its end. If the requester has to answer there, the time to answer starts again. Say why in writing.`,
  };
  return {
    act: (decision: Decision) => i18n._(decisionActs[decision]),
    consequence(decision: Decision, { state, kind }: Pick<ApplicationRecord, 'state' | 'kind'>) {
      if (decision === 'resume' && kind === 'public') return t`The data are shared again.`;
      if (decision === 'resume' && hasTag(state, 'suspended'))
        return t`The measures are now in place: the data are shared again.`;
      if (decision === 'suspend' && kind === 'public')
        return t`The data can be neither downloaded nor generated again until you resume. Say why in writing.`;
      return consequences[decision];
    },
  };
}
