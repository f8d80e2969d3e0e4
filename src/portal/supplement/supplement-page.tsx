import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router-dom';
import { Page } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { applicationAddress, MAIN_LIST } from '../addresses.ts';
import { ApplicationOf } from '../application-of.tsx';
import { requesterActions } from '../requester-actions.ts';
import { SupplementQuestions } from './supplement-questions.tsx';

/** Supplies what the reviewer asked for, at either stage. */
export default function SupplementPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  return (
    <ApplicationOf number={number}>
      {(record, reload) => (
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
      )}
    </ApplicationOf>
  );
}
