import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { applicationAddress, MAIN_LIST } from '../addresses.ts';
import { ApplicationOf } from '../application-of.tsx';
import { requesterActions } from '../requester-actions.ts';
import { DataRequestQuestions } from './data-request-questions.tsx';

/** Data information: which data a qualified requester wants, and how. */
export default function DataRequestPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const { data: user } = useQuery('currentUser', {});
  if (!user) return <FullScreenLoader />;
  return (
    <ApplicationOf number={number}>
      {(record, reload) => (
        <Page
          title={t`Request data`}
          above={[
            { to: MAIN_LIST, label: t`My applications` },
            { to: applicationAddress(number), label: number },
          ]}
        >
          {requesterActions(record).canRequestData ? (
            <DataRequestQuestions record={record} user={user} onOutdated={reload} />
          ) : (
            <p>
              <Trans>No data can be requested for this application now.</Trans>
              <SentenceSpace />
              <Link to={applicationAddress(number)}>
                <Trans>See the application</Trans>
              </Link>
            </p>
          )}
        </Page>
      )}
    </ApplicationOf>
  );
}
