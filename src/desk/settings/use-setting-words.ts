import { useLingui } from '@lingui/react/macro';
import type { DeskSettings } from '#contract/desk-settings.ts';

interface SettingWords {
  label: string;
  description: string;
}

/** Name and description of each setting. */
export function useSettingWords(): Record<keyof DeskSettings, SettingWords> {
  const { t } = useLingui();
  return {
    serviceGoalDays: {
      label: t`Service goal, in days`,
      description: t`Within so many days the desk means to deal with a customer’s application; the requester’s turns are not counted.`,
    },
    answerDays: {
      label: t`Time for a data request, in days`,
      description: t`So long a requester who is found qualified may take to say which data they want.`,
    },
    reportDays: {
      label: t`Time to download the data, in days`,
      description: t`Counted from the day on which the file is ready.`,
    },
    remindDays: {
      label: t`Reminder, in days before a date`,
      description: t`Whose turn it is gets a mail so many days before.`,
    },
    holidays: {
      label: t`Public holidays of`,
      description: t`They are no working days for requests of public sector bodies, nor are those of the Union’s institutions.`,
    },
    deskMailbox: {
      label: t`Mailbox of the desk`,
      description: t`Told when a requester acts, and of dates of applications that nobody has taken. Leave it empty to tell nobody.`,
    },
    authorityMailbox: {
      label: t`Mailbox of the competent authority`,
      description: t`Notified of refusals on the ground of trade secrets. Leave it empty to notify nobody.`,
    },
  };
}
