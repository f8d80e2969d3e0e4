import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { applicationAddress, MAIN_LIST } from './addresses.ts';
import { ApplicationOf } from './application-of.tsx';
import { LinkNotice } from './applications/link-notice.tsx';

interface ApplicationStepPageProps {
  title: string;
  isPossible: (record: ApplicationRecord) => boolean;
  /** Sentence in place of the form when the step is not possible. */
  otherwise: Elements;
  children: (record: ApplicationRecord) => Elements;
}

/** Page of one step that a requester takes with an application: its form, where the step is possible. */
export function ApplicationStepPage(props: ApplicationStepPageProps) {
  const { title, isPossible, otherwise, children } = props;
  const { t } = useLingui();
  const { number = '' } = useParams();
  return (
    <ApplicationOf number={number}>
      {(record) => (
        <Page
          title={title}
          above={[
            { to: MAIN_LIST, label: t`My applications` },
            { to: applicationAddress(number), label: number },
          ]}
        >
          {isPossible(record) ? (
            children(record)
          ) : (
            <>
              <LinkNotice record={record} />
              <p>
                {otherwise}
                <SentenceSpace />
                <Link to={applicationAddress(number)}>
                  <Trans>See the application</Trans>
                </Link>
              </p>
            </>
          )}
        </Page>
      )}
    </ApplicationOf>
  );
}
