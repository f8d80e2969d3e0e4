import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

/** Way back to answers from where they are checked. */
export function ChangeLink({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to}>
      <Trans>
        Change<span className="visually-hidden"> {what}</span>
      </Trans>
    </Link>
  );
}
