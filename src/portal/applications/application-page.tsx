import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { applicationAddress, MAIN_LIST } from '#portal/addresses.ts';
import NotFoundPage from '#portal/not-found-page.tsx';
import { reportActions } from '#portal/requester-actions.ts';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { LinkNotice } from './application-notices.tsx';

interface ApplicationOfProps {
  number: string;
  isLive?: boolean;
  children: (record: ApplicationRecord) => Elements;
}

/** Interval in ms at which an open page refetches. */
export const refetchInterval = (isGenerating: boolean) => (isGenerating ? 3000 : 30_000);

const pollEvery = (record: ApplicationRecord | undefined) =>
  refetchInterval(record?.report ? reportActions(record.report, record).isWorking : false);

export function ApplicationOf({ number, isLive = false, children }: ApplicationOfProps) {
  const query = { applicationNumber: number };
  const page = usePageQuery('applicationDetails', query, isLive ? { pollEvery } : {});
  const { data: record, isMissing, fallback } = page;
  if (isMissing) return <NotFoundPage />;
  // The query returns the record of the previous URL until this one is loaded.
  if (record?.number !== number) return fallback;
  return children(record);
}

interface ApplicationStepPageProps {
  title: string;
  heading?: (record: ApplicationRecord) => string;
  actions?: (record: ApplicationRecord) => Elements | null;
  isPossible: (record: ApplicationRecord) => boolean;
  otherwise: Elements;
  children: (record: ApplicationRecord) => Elements;
}

export function ApplicationStepPage(props: ApplicationStepPageProps) {
  const { title, heading, actions, isPossible, otherwise, children } = props;
  const { t } = useLingui();
  const { number = '' } = useParams();
  return (
    <ApplicationOf number={number}>
      {(record) => (
        <Page
          title={heading?.(record) ?? title}
          {...(heading && { crumb: title })}
          above={[
            { to: MAIN_LIST, label: t`My applications` },
            { to: applicationAddress(number), label: number },
          ]}
          actions={actions?.(record)}
        >
          <Step key={number} record={record} isPossible={isPossible(record)} otherwise={otherwise}>
            {children}
          </Step>
        </Page>
      )}
    </ApplicationOf>
  );
}

interface StepProps extends Pick<ApplicationStepPageProps, 'otherwise' | 'children'> {
  record: ApplicationRecord;
  isPossible: boolean;
}

/** Keeps the form on screen if the step becomes impossible, so that no input is lost. */
function Step({ record, isPossible, otherwise, children }: StepProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<ApplicationRecord>();
  if (isPossible && shown !== record) setShown(record);
  return (
    <>
      {!isPossible && (
        <>
          <LinkNotice record={record} />
          <p>
            {otherwise}
            <SentenceSpace />
            <Link to={applicationAddress(record.number)}>{t`See the application`}</Link>
          </p>
          {shown && <p>{t`Your input is kept.`}</p>}
        </>
      )}
      {shown && children(shown)}
    </>
  );
}
