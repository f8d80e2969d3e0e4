import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { formatDay } from '#ui/format/dates.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import NotFoundPage from '../not-found-page.tsx';
import { ProsePage } from '../prose-page.tsx';

const types = { privacy: 'SendCaptcha', cookies: 'Cookie' } as const;

export default function PolicyPage() {
  const { policy = '' } = useParams();
  const type = policy in types ? types[policy as keyof typeof types] : null;
  return type ? <PolicyText type={type} /> : <NotFoundPage />;
}

function PolicyText({ type }: { type: (typeof types)[keyof typeof types] }) {
  const { t, i18n } = useLingui();
  const { data, fallback } = usePageQuery('agreement', { type });
  if (!data) return fallback;
  const updatedOn = formatDay(data.updatedOn, i18n.locale);
  return (
    <ProsePage
      title={data.title}
      lead={t`Last updated on ${updatedOn}`}
      sections={data.sections.map(({ heading, paragraphs }) => ({
        title: heading,
        content: paragraphs,
      }))}
    />
  );
}
