import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Page } from '#ui/frame/page.tsx';

export default function NotFoundPage() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Page does not exist`}
      lead={t`If you typed the address, check that it is right. If you followed a link, it is out of date.`}
    >
      <p>
        <Link to="/role">{t`Go to the start page`}</Link>
      </p>
    </Page>
  );
}
