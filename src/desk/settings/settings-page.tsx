import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { useStaff } from '../staff-context.ts';
import { ReadOnlySettings } from './read-only-settings.tsx';

// An auditor does not wait for what a lead alone fills in.
const SettingsForm = lazy(() => import('./settings-form.tsx'));

/** Page of the desk's settings; leads change them, auditors read them. */
export default function SettingsPage() {
  const { t } = useLingui();
  const { may } = useStaff();
  const { data, isFailed, reload } = useQuery('deskSettingsRead', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
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
      {may('lead') ? (
        <Suspense fallback={<FullScreenLoader />}>
          <SettingsForm key={JSON.stringify(data.values)} settings={data} />
        </Suspense>
      ) : (
        <ReadOnlySettings settings={data} />
      )}
    </Page>
  );
}
