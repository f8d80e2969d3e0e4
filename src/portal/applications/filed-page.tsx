import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { JUST_SENT, PUBLIC_FORM } from '../addresses.ts';
import { Confirmation } from '../confirmation.tsx';
import NotFoundPage from '../not-found-page.tsx';
import { ApplicationOf } from './application-page.tsx';

export default function FiledPage() {
  const [search] = useSearchParams();
  const { number = search.get('number') } = useParams();
  if (!number) return <Navigate to={PUBLIC_FORM} replace />;
  return (
    <ApplicationOf number={number} isLive>
      {(record) => <Sent record={record} />}
    </ApplicationOf>
  );
}

function Sent({ record }: { record: ApplicationRecord }) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const revision = Number(search.get('revision') ?? 0);
  const entry = record.history.find(
    (each) => each.revision === revision && each.role === 'requester',
  );
  if (entry) return <Confirmation record={record} entry={entry} />;
  // The cached record may be older than the step.
  const isAwaited = state === JUST_SENT && record.revision < revision;
  return isAwaited ? <FullScreenLoader /> : <NotFoundPage />;
}
