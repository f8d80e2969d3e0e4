import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { applicationAddress, MAIN_LIST } from '#portal/addresses.ts';
import NotFoundPage from '#portal/not-found-page.tsx';
import { reportActions } from '#portal/requester-actions.ts';
import type { Elements } from '#ui/elements.ts';
import { Page, type PageProps } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { LinkNotice } from './application-notices.tsx';

/** Interval in ms at which an open page refetches. */
export const refetchInterval = (isGenerating: boolean) => (isGenerating ? 3000 : 30_000);

const pollEvery = (record: ApplicationRecord | undefined) =>
  refetchInterval(record?.report ? reportActions(record.report, record).isWorking : false);

/** Application of a page, with what the page shows while it has none. */
export function useApplication(number: string | null, isLive = false) {
  const { data, isMissing, fallback } = usePageQuery(
    'applicationDetails',
    number === null ? null : { applicationNumber: number },
    isLive ? { pollEvery } : {},
  );
  // The query returns the record of the previous URL until this one is loaded.
  const record = data?.number === number ? data : undefined;
  return { record, fallback: isMissing ? <NotFoundPage /> : fallback };
}

interface ApplicationStepPageProps extends Pick<PageProps, 'title' | 'crumb' | 'actions'> {
  record: ApplicationRecord;
  isPossible: boolean;
  otherwise: Elements;
  children: (record: ApplicationRecord) => Elements;
}

/** Keeps the form on screen if the step becomes impossible, so that no input is lost. */
export function ApplicationStepPage(props: ApplicationStepPageProps) {
  const { record, isPossible, otherwise, children, ...page } = props;
  const { t } = useLingui();
  const [shown, setShown] = useState<ApplicationRecord>();
  if (isPossible && shown !== record) setShown(record);
  const address = applicationAddress(record.number);
  return (
    <Page
      {...page}
      above={[
        { to: MAIN_LIST, label: t`My applications` },
        { to: address, label: record.number },
      ]}
    >
      {!isPossible && (
        <>
          <LinkNotice record={record} />
          <p>
            {otherwise}
            <SentenceSpace />
            <Link to={address}>{t`See the application`}</Link>
          </p>
          {shown && <p>{t`Your input is kept.`}</p>}
        </>
      )}
      {shown && children(shown)}
    </Page>
  );
}
