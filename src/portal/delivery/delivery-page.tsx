import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { DeliveryContent } from './delivery-content.tsx';

/** Token of a mailed link: behind the `#`, which no server and no log sees. */
const tokenIn = (hash: string) => /^#([\w-]{43})$/.exec(hash)?.[1];

/** A third party's delivery, for whoever has the link that was mailed to it; no sign-in is needed. */
export default function DeliveryPage() {
  const { hash } = useLocation();
  const found = tokenIn(hash);
  // The way past the head of the page has a `#` of its own.
  const [token, setToken] = useState(found);
  if (found !== undefined && found !== token) setToken(found);
  return token === undefined ? <ClosedDelivery /> : <OpenDelivery key={token} token={token} />;
}

function OpenDelivery({ token }: { token: string }) {
  const { t } = useLingui();
  const { data, isFailed, isMissing, reload } = useQuery('delivery', { token }, { silent: true });
  if (isMissing) return <ClosedDelivery />;
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  return (
    <Page title={t`Vehicle data shared with you`}>
      <DeliveryContent token={token} delivery={data} />
    </Page>
  );
}

function ClosedDelivery() {
  const { t } = useLingui();
  return (
    <Page title={t`Vehicle data shared with you`}>
      <Notice kind="info" title={t`This link no longer opens anything`}>
        <p>
          <Trans>
            Please check that you opened the link of our latest e-mail as a whole. It also ends when
            it is not confirmed in time, when a newer one is sent, or when the sharing ends.
          </Trans>
        </p>
        <p>
          <Trans>The person who shares the data with you can send you a new link.</Trans>
        </p>
      </Notice>
    </Page>
  );
}
