import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { formatDay } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import NotFoundPage from '../not-found-page.tsx';

const types = { privacy: 'SendCaptcha', cookies: 'Cookie' } as const;

export default function PolicyPage() {
  const { policy = '' } = useParams();
  const type = policy in types ? types[policy as keyof typeof types] : null;
  return type ? <PolicyText type={type} /> : <NotFoundPage />;
}

function PolicyText({ type }: { type: (typeof types)[keyof typeof types] }) {
  const { i18n } = useLingui();
  const { data, fallback } = usePageQuery('agreement', { type });
  if (!data) return fallback;
  const updatedOn = formatDay(data.updatedOn, i18n.locale);
  return (
    <Page title={data.title} lead={<Trans>Last updated on {updatedOn}</Trans>}>
      <div className="prose">
        {data.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </Page>
  );
}
