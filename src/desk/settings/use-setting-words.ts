import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { DeskSettings } from '#contract/desk-settings.ts';
import type { ApprovalKind } from '#contract/four-eyes.ts';
import { msg } from '#lib/words/msg.ts';
import type { CallData } from '#ui/calls/call-types.ts';

export function useSettingWords(): Record<
  keyof DeskSettings,
  { label: string; description: string }
> {
  const { t } = useLingui();
  return {
    serviceGoalDays: {
      label: t`Service goal, in days`,
      description: t`The number of days in which the desk aims to decide on a customer’s application, not counting time spent waiting for the requester.`,
    },
    answerDays: {
      label: t`Time for a data request, in days`,
      description: t`How long a requester whose right is confirmed has to say which data they want.`,
    },
    reportDays: {
      label: t`Time to download the data, in days`,
      description: t`Counted from the day on which the file is ready.`,
    },
    remindDays: {
      label: t`Reminder, in days before a date`,
      description: t`The party that has to act gets an e-mail this many days before the date.`,
    },
    holidays: {
      label: t`Country whose public holidays count`,
      description: t`They do not count as working days for requests of public sector bodies, and neither do those of the Union’s institutions.`,
    },
    fourEyes: {
      label: t`Second opinion before an approval`,
      description: t`These applications are approved only when another reviewer or a lead agrees.`,
    },
    startAssigns: {
      label: t`Starting a review`,
      description: t`An application that is taken can be decided only by the reviewer who took it. The same applies to several reviews that are started at once.`,
    },
    deskMailbox: {
      label: t`Mailbox of the desk`,
      description: t`Gets an e-mail when a requester acts and when a date of an unassigned application is near. If you leave it empty, nobody gets one.`,
    },
    authorityMailbox: {
      label: t`Mailbox of the competent authority`,
      description: t`Receives the notices that the law requires of refusals and of withheld or suspended data (Art. 4(2), 4(7), 4(8), 5(10) and 5(11)). If the authority accepts no e-mail, leave it empty: the desk then has to notify it, and a lead records that with the application.`,
    },
  };
}

export const startWords = {
  true: msg`Takes the application`,
  false: msg`Does not take the application`,
};

export const approvalKindWords: Readonly<Record<ApprovalKind, MessageDescriptor>> = {
  owner: msg`Applications of users`,
  thirdParty: msg`Applications for third parties`,
  publicBody: msg`Requests of public sector bodies`,
};

export function useApprovalKindList(): (kinds: readonly ApprovalKind[]) => string | null {
  const { i18n } = useLingui();
  const words = (kind: ApprovalKind) => i18n._(approvalKindWords[kind]);
  return (kinds) =>
    kinds.length > 0 ? new Intl.ListFormat(i18n.locale).format(kinds.map(words)) : null;
}

export function placeName(places: CallData<'deskSettingsRead'>['places'], code: string): string {
  return places.find((place) => place.code === code)?.label ?? code;
}
