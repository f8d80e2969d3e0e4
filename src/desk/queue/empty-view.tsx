import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

/** What to do next where a view has no application. */
export function EmptyView({ isOurTurn }: { isOurTurn: boolean }) {
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
          <Link to="/desk?turn=requester">
            <Trans>Show what waits for the requester</Trans>
          </Link>
        </p>
      </>
    );
  return (
    <>
      <p>
        <Trans>No application matches this filter. Choose another, or come back later.</Trans>
      </p>
      <p>
        <Link to="/desk">
          <Trans>Show what waits for the data holder</Trans>
        </Link>
      </p>
    </>
  );
}
