import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import NotFoundPage from '../not-found-page.tsx';

const types = { privacy: 'SendCaptcha', cookies: 'Cookie' } as const;

export default function PolicyPage() {
  const { policy = '' } = useParams();
  const type = policy in types ? types[policy as keyof typeof types] : null;
  return type ? <PolicyText type={type} /> : <NotFoundPage />;
}

function PolicyText({ type }: { type: (typeof types)[keyof typeof types] }) {
  const { i18n } = useLingui();
  const { data, isFailed, reload } = useQuery('agreement', { type });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
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
