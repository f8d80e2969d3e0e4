import { Plural } from '@lingui/react/macro';
import { Link } from 'react-router-dom';

/** Number of rows that a shortened list leaves out, as a link to a page that lists them. */
export function AndMore({ more, to }: { more: number; to: string }) {
  if (more <= 0) return null;
  return (
    <p>
      <Link to={to}>
        <Plural value={more} one="and # more" other="and # more" />
      </Link>
    </p>
  );
}
