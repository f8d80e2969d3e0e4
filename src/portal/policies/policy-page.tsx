import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { formatDay } from '#ui/format/dates.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import NotFoundPage from '../not-found-page.tsx';
import { ProsePage } from '../prose-page.tsx';

const types = { privacy: 'SendCaptcha', cookies: 'Cookie' } as const;

export default function PolicyPage() {
  const { t, i18n } = useLingui();
  const { policy = '' } = useParams();
  const type = policy in types ? types[policy as keyof typeof types] : null;
  const { data, fallback } = usePageQuery('agreement', type && { type });
  if (!type) return <NotFoundPage />;
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
