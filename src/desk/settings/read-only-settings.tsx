import { useLingui } from '@lingui/react/macro';
import { SummaryList } from '#ui/application/summary.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { placeName } from './place-name.ts';
import { useApprovalKindList, useSettingWords } from './use-setting-words.ts';

/** The settings for who reads them alone. */
export function ReadOnlySettings({
  settings: { values, places },
}: {
  settings: CallData<'deskSettingsRead'>;
}) {
  const { t } = useLingui();
  const words = useSettingWords();
  const kinds = useApprovalKindList();
  const shown = {
    ...values,
    holidays: placeName(places, values.holidays),
    fourEyes: kinds(values.fourEyes),
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
