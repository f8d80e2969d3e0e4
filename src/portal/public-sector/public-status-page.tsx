import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Prose } from '#ui/frame/prose.tsx';
import { applicationAddress, PUBLIC_FORM } from '../addresses.ts';
import { NumberPanel } from '../number-panel.tsx';

/** The result of a public-sector request: number, clock, next step. */
export default function PublicStatusPage() {
  const [search] = useSearchParams();
  const number = search.get('number');
  return number ? <Status number={number} /> : <Navigate to={PUBLIC_FORM} replace />;
}

function Status({ number }: { number: string }) {
  const { t, i18n } = useLingui();
  const {
    data: record,
    isFailed,
    reload,
  } = useAnswer('applicationDetails', {
    applicationNumber: number,
  });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!record) return <FullScreenLoader />;
  const receivedAt = formatInstant(record.createdAt, i18n.locale);
  const isEmergency = record.public?.type === 'publicEmergency';
  return (
    <Page title={t`Your request is received`}>
      <NumberPanel number={number} />
      <ProgressRoute
        state={record.state}
        kind={record.kind}
        passed={record.history.map(({ to }) => to)}
      />
      <Prose>
        <h2>
          <Trans>The clock</Trans>
        </h2>
        <p>
          <Trans>Received on {receivedAt}.</Trans>
        </p>
        <p>
          {isEmergency ? (
            <Trans>
              In a public emergency the data holder can decline the request or ask for its
              modification within 5 working days of receipt (Art. 18(2)).
            </Trans>
          ) : (
            <Trans>
              The data holder can decline the request or ask for its modification within 30 working
              days of receipt (Art. 18(2)).
            </Trans>
          )}
        </p>
        <h2>
          <Trans>What happens next</Trans>
        </h2>
        <p>
          <Trans>
            It is the data holder’s turn: the request is verified. You get an e-mail with the
            decision, or with what has to be added.
          </Trans>
        </p>
        <p>
          <Link to={applicationAddress(number)}>
            <Trans>See the request</Trans>
          </Link>
        </p>
      </Prose>
    </Page>
  );
}
