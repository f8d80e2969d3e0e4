import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router-dom';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { applicationAddress, MAIN_LIST } from '../addresses.ts';
import { requesterActions } from '../requester-actions.ts';
import { SupplementQuestions } from './supplement-questions.tsx';

/** Supplies what the reviewer asked for, at either stage. */
export default function SupplementPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const {
    data: record,
    isFailed,
    reload,
  } = useAnswer('applicationDetails', {
    applicationNumber: number,
  });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!record) return <FullScreenLoader />;
  return (
    <Page
      title={t`Supplementary information`}
      above={[
        { to: MAIN_LIST, label: t`My applications` },
        { to: applicationAddress(number), label: number },
      ]}
    >
      {requesterActions(record).canSupply ? (
        <SupplementQuestions record={record} onOutdated={reload} />
      ) : (
        <p>
          <Trans>No information is asked for now.</Trans>
          <SentenceSpace />
          <Link to={applicationAddress(number)}>
            <Trans>See the application</Trans>
          </Link>
        </p>
      )}
    </Page>
  );
}
