import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { applicationAddress } from '../addresses.ts';
import { ApplicationStepPage } from '../application-step-page.tsx';
import { requesterActions } from '../requester-actions.ts';
import { DataRequestQuestions } from './data-request-questions.tsx';

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
      {(record) => <DataRequestQuestions record={record} user={user} isCheck={isCheck} />}
    </ApplicationStepPage>
  );
}
