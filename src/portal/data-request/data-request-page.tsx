import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { Awaited, FullScreenLoader } from '#ui/frame/loading.tsx';
import { applicationAddress } from '../addresses.ts';
import { ApplicationStepPage } from '../application-step-page.tsx';
import { requesterActions } from '../requester-actions.ts';

/** Waits for the application in any case. */
const DataRequestQuestions = lazy(() => import('./data-request-questions.tsx'));

/** Data information: which data a qualified requester wants, and how; then all of it once more. */
export default function DataRequestPage() {
  const { t } = useLingui();
  const { number = '', step } = useParams();
  const { data: user } = useQuery('currentUser', {});
  const isCheck = step === 'check';
  if (step && !isCheck) return <Navigate to={applicationAddress(number, 'data-request')} replace />;
  if (!user) return <FullScreenLoader />;
  return (
    <ApplicationStepPage
      title={isCheck ? t`Check your answers` : t`Request data`}
      isPossible={(record) => requesterActions(record).canRequestData}
      otherwise={<Trans>You cannot request data for this application now.</Trans>}
    >
      {(record) => (
        <Suspense fallback={<Awaited />}>
          <DataRequestQuestions record={record} user={user} isCheck={isCheck} />
        </Suspense>
      )}
    </ApplicationStepPage>
  );
}
