import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { MAIN_LIST } from '../addresses.ts';
import { ApplySteps } from './apply-steps.tsx';

/** A new application, for accounts with a vehicle. */
export default function ApplyPage() {
  const { t } = useLingui();
  const { data: user, isFailed, reload } = useQuery('currentUser', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!user) return <FullScreenLoader />;
  const { vehicles } = user;
  if (vehicles?.length) return <ApplySteps user={{ ...user, vehicles }} />;
  return (
    <Page title={t`New application`} above={[{ to: MAIN_LIST, label: t`My applications` }]}>
      {vehicles === null && (
        <Notice kind="error" title={t`Your vehicles cannot be shown at the moment`}>
          <p>
            <Trans>The data holder’s vehicle system does not answer at the moment.</Trans>
          </p>
          <Button onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
      {vehicles && (
        <Notice
          kind="info"
          title={t`No vehicles under the account are eligible, data access temporarily unsupported`}
        >
          <p>
            <Trans>
              Please first complete registration and linking of your vehicle in the vehicle app,
              with the e-mail address you use here. Then come back and begin again.
            </Trans>
          </p>
        </Notice>
      )}
    </Page>
  );
}
