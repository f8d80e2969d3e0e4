import type { ApplicationRecord } from '#contract/application-record.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { PageFailed } from '#ui/frame/page.tsx';
import NotFoundPage from './not-found-page.tsx';

interface ApplicationOfProps {
  /** Application number, as the address names it. */
  number: string;
  children: (record: ApplicationRecord) => Elements;
}

/** Fetches an application for the page about it. Where there is none of this person’s, no page is. */
export function ApplicationOf({ number, children }: ApplicationOfProps) {
  const {
    data: record,
    isFailed,
    isMissing,
    reload,
  } = useQuery('applicationDetails', { applicationNumber: number });
  if (isMissing) return <NotFoundPage />;
  if (isFailed) return <PageFailed onRetry={reload} />;
  // What is kept of the last address while this one is awaited belongs to another title.
  if (record?.number !== number) return <FullScreenLoader />;
  return children(record);
}
