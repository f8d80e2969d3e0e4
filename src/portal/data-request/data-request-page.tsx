import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { ApplicationStepPage } from '../application-step-page.tsx';
import { requesterActions } from '../requester-actions.ts';
import { DataRequestQuestions } from './data-request-questions.tsx';

/** Data information: which data a qualified requester wants, and how. */
export default function DataRequestPage() {
  const { t } = useLingui();
  const { data: user } = useQuery('currentUser', {});
  if (!user) return <FullScreenLoader />;
  return (
    <ApplicationStepPage
      title={t`Request data`}
      isPossible={(record) => requesterActions(record).canRequestData}
      otherwise={<Trans>You cannot request data for this application now.</Trans>}
    >
      {(record) => <DataRequestQuestions record={record} user={user} />}
    </ApplicationStepPage>
  );
}
