import { Navigate, useSearchParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { PUBLIC_FORM } from '../addresses.ts';
import { ApplicationOf } from '../application-of.tsx';
import { Confirmation } from '../confirmation.tsx';
import NotFoundPage from '../not-found-page.tsx';

/** The result of a public-sector request: number, clock, next step. */
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
