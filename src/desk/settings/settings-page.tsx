import { useLingui } from '@lingui/react/macro';
import { type DeskSettings, deskSettingsChange } from '#contract/desk-settings.ts';
import { approvalKinds } from '#contract/four-eyes.ts';
import { MAX_SET_DAYS } from '#contract/limits.ts';
import { SummaryList } from '#ui/application/summary-list.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { SelectField, TextField } from '#ui/form/text-field.tsx';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { useStaff } from '../staff-context.ts';
import {
  approvalKindWords,
  placeName,
  startWords,
  useApprovalKindList,
  useSettingWords,
} from './use-setting-words.ts';

export default function SettingsPage() {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  const { data, fallback } = usePageQuery('deskSettingsRead', {});
  if (!data) return fallback;
  return (
    <Page
      title={t`Settings of the desk`}
      lead={t`Changes take effect at once: the desk’s own due dates are recalculated; dates given to requesters stay. The log shows who changed what.`}
    >
      {hasRole('lead') ? (
        <SettingsForm key={JSON.stringify(data.values)} {...data} />
      ) : (
        <ReadOnlySettings {...data} />
      )}
    </Page>
  );
}

function ReadOnlySettings({ values, places }: CallData<'deskSettingsRead'>) {
  const { t, i18n } = useLingui();
  const words = useSettingWords();
  const kinds = useApprovalKindList();
  const shown = {
    ...values,
    holidays: placeName(places, values.holidays),
    fourEyes: kinds(values.fourEyes),
    startAssigns: i18n._(startWords[`${values.startAssigns}`]),
  };
  return (
    <SummaryList
      rows={Object.entries(words).map(([name, { label }]) => ({
        label,
        value: shown[name as keyof typeof shown] ?? t`empty`,
      }))}
    />
  );
}

const dayFields = ['serviceGoalDays', 'answerDays', 'reportDays', 'remindDays'] as const;
const mailboxFields = ['deskMailbox', 'authorityMailbox'] as const;

function SettingsForm({ values, places }: CallData<'deskSettingsRead'>) {
  const { t, i18n } = useLingui();
  const words = useSettingWords();
  // The error summary may list several of these fields, so each prompt names its field.
  const days = (label: string) => ({
    prompt: t`${label}: enter a whole number from 1 to ${{ most: MAX_SET_DAYS }}`,
  });
  const mailbox = (label: string) => ({ prompt: t`${label}: enter it like name@example.eu` });
  const form = useCallForm('deskSettingsChange', {
    schema: deskSettingsChange.input,
    initialValues: typed(values),
    toInput: (now) => changed(values, now),
    words: {
      serviceGoalDays: days(words.serviceGoalDays.label),
      answerDays: days(words.answerDays.label),
      reportDays: days(words.reportDays.label),
      remindDays: days(words.remindDays.label),
      holidays: { prompt: t`Choose a country` },
      fourEyes: { prompt: words.fourEyes.label },
      startAssigns: { prompt: words.startAssigns.label },
      deskMailbox: mailbox(words.deskMailbox.label),
      authorityMailbox: mailbox(words.authorityMailbox.label),
    },
    done: t`The settings are saved.`,
  });

  return (
    <CheckedForm form={form} onSubmit={form.submit} action={t`Save`}>
      {dayFields.map((name) => (
        <TextField key={name} form={form} name={name} type="number" {...words[name]} />
      ))}
      <SelectField form={form} name="holidays" {...words.holidays} options={places} />
      <ChoiceField
        form={form}
        name="fourEyes"
        several
        {...words.fourEyes}
        choices={approvalKinds.map((value) => ({ value, label: i18n._(approvalKindWords[value]) }))}
      />
      <ChoiceField
        form={form}
        name="startAssigns"
        {...words.startAssigns}
        choices={Object.entries(startWords).map(([value, label]) => ({
          value,
          label: i18n._(label),
        }))}
      />
      {mailboxFields.map((name) => (
        <TextField key={name} form={form} name={name} type="email" optional {...words[name]} />
      ))}
    </CheckedForm>
  );
}

/** Values of the form: texts, in which an empty one means none. */
function typed({ fourEyes, ...settings }: DeskSettings) {
  const texts = Object.entries(settings).map(([name, value]) => [name, String(value ?? '')]);
  return { fourEyes, ...(Object.fromEntries(texts) as Record<keyof typeof settings, string>) };
}

/** Returns the settings that differ from the stored ones, which may exceed the limits of today. */
function changed(values: DeskSettings, now: ReturnType<typeof typed>) {
  const before = typed(values);
  const settingOf = (name: string, text: string) => {
    if (name === 'startAssigns') return text === 'true';
    if (text === '' && name !== 'holidays') return null;
    return dayFields.some((field) => field === name) ? Number(text) : text;
  };
  const sorted = (value: string | string[]) => String([value].flat().toSorted());
  return Object.fromEntries(
    Object.entries(now)
      .filter(([name, value]) => sorted(value) !== sorted(before[name as keyof DeskSettings]))
      .map(([name, value]) => [name, typeof value === 'string' ? settingOf(name, value) : value]),
  );
}
