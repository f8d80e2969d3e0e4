import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { SummaryList } from '#ui/application/summary-list.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { useStaff } from '../staff-context.ts';
import {
  placeName,
  useApprovalKindList,
  useSettingWords,
  useStartWords,
} from './use-setting-words.ts';

const SettingsForm = lazy(() => import('./settings-form.tsx'));

export default function SettingsPage() {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  const { data, fallback } = usePageQuery('deskSettingsRead', {});
  if (!data) return fallback;
  return (
    <Page
      title={t`Settings of the desk`}
      lead={
        <Trans>
          Changes take effect at once: the desk’s own due dates are recalculated; dates given to
          requesters stay. The log shows who changed what.
        </Trans>
      }
    >
      {hasRole('lead') ? (
        <Suspense fallback={<FullScreenLoader />}>
          <SettingsForm key={JSON.stringify(data.values)} settings={data} />
        </Suspense>
      ) : (
        <ReadOnlySettings {...data} />
      )}
    </Page>
  );
}

function ReadOnlySettings({ values, places }: CallData<'deskSettingsRead'>) {
  const { t } = useLingui();
  const words = useSettingWords();
  const kinds = useApprovalKindList();
  const startWords = useStartWords();
  const shown = {
    ...values,
    holidays: placeName(places, values.holidays),
    fourEyes: kinds(values.fourEyes),
    startAssigns: startWords[`${values.startAssigns}`],
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
