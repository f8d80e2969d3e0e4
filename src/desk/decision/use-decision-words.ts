import { useLingui } from '@lingui/react/macro';
import type { Decision } from '#contract/decision.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { FieldWords } from '#ui/form/contract-form.ts';

export function useDecisionWords() {
  const { t } = useLingui();
  const acts: Record<Decision, string> = {
    start: t`Start the review`,
    pass: t`Confirm eligibility`,
    request: t`Ask for more information`,
    approve: t`Approve the data request`,
    resume: t`Resume the sharing`,
    withhold: t`Withhold the data`,
    suspend: t`Suspend the sharing`,
    refuse: t`Refuse`,
  };
  const consequences: Record<Decision, string> = {
    start: t`The requester is informed that the review has started.`,
    pass: t`The requester can then choose the data they want.`,
    request: t`Your question goes to the requester by e-mail, with a date to answer by.`,
    approve: t`The report is generated and the requester gets its password.`,
    resume: t`The measures are now in place: the review of the data request continues.`,
    withhold: t`The measures that protect trade secrets are not agreed or not kept (Art. 4(7), 5(10)). No data are given until you resume. Say in writing which measures are missing.`,
    suspend: t`Agreed measures that protect trade secrets are not kept (Art. 4(7), 5(10)). The data can be neither downloaded nor generated again until you resume. Say in writing which measures are not kept.`,
    refuse: t`This ends the application on a ground that the law gives.`,
  };
  const done: Record<Decision, string> = {
    start: t`The review has started.`,
    pass: t`The eligibility is confirmed.`,
    request: t`Your question was sent to the requester.`,
    approve: t`The data request is approved.`,
    resume: t`The sharing is resumed.`,
    withhold: t`The data are withheld.`,
    suspend: t`The sharing is suspended.`,
    refuse: t`The application is refused.`,
  };
  const fields: Record<string, FieldWords> = {
    ground: { prompt: t`Choose a ground` },
    earlier: { prompt: t`Choose the body that asked before` },
    'extent.models': { prompt: t`Choose the vehicles whose data the body is given` },
    'extent.interval': { prompt: t`Choose how often values are given` },
    'extent.dataTypes': { prompt: t`Choose at least one data type` },
    'extent.from': {
      prompt: t`Enter the start time`,
      range: t`Stay within the time range that the body asked for`,
    },
    'extent.to': {
      prompt: t`Enter the end time`,
      range: t`Stay within the time range that the body asked for, and end after the start time`,
    },
    text: { prompt: t`Write a text to the requester` },
    dueOn: {
      prompt: t`Enter the date by which the requester must answer`,
      format: t`Choose a day in the future`,
    },
  };
  return {
    act: (decision: Decision) => acts[decision],
    consequence: (decision: Decision, state: string) =>
      decision === 'resume' && hasTag(state, 'suspended')
        ? t`The measures are now in place: the data are shared again.`
        : consequences[decision],
    done: (decision: Decision) => done[decision],
    fields,
  };
}
