import { Navigate, useSearchParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { ApplicationOf } from '#portal/applications/application-page.tsx';
import { PUBLIC_FORM } from '../addresses.ts';
import { Confirmation } from '../confirmation.tsx';
import NotFoundPage from '../not-found-page.tsx';

export default function PublicStatusPage() {
  const [search] = useSearchParams();
  const number = search.get('number');
  if (!number) return <Navigate to={PUBLIC_FORM} replace />;
  return <ApplicationOf number={number}>{(record) => <Received record={record} />}</ApplicationOf>;
}

function Received({ record }: { record: ApplicationRecord }) {
  const [filing] = record.history;
  return filing ? <Confirmation record={record} entry={filing} /> : <NotFoundPage />;
}
