import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

/** What to do next where a view has no application. */
export function EmptyView({ isOurTurn }: { isOurTurn: boolean }) {
  const { t } = useLingui();
  if (isOurTurn)
    return (
      <>
        <p>
          <Trans>
            Everything that waited for the data holder has been dealt with. New applications and
            answers appear here.
          </Trans>
        </p>
        <p>
          <Link to="/desk?turn=requester">{t`Show what waits for the requester`}</Link>
        </p>
      </>
    );
  return (
    <>
      <p>{t`No application matches this filter. Choose another, or come back later.`}</p>
      <p>
        <Link to="/desk">{t`Show what waits for the data holder`}</Link>
      </p>
    </>
  );
}
