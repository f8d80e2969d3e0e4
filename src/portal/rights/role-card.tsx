import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { ActionLink } from '#ui/frame/action-link.tsx';
import styles from './role-page.module.css';

interface RoleCardProps {
  title: string;
  /** Address of the description of this role's rights. */
  details: string;
  /** Address of the page on which this role begins. */
  view: string;
  viewLabel: string;
  children: ReactNode;
}

export function RoleCard({ title, details, view, viewLabel, children }: RoleCardProps) {
  const titleId = useId();
  return (
    <li className={`panel ${styles.card}`}>
      <h3 id={titleId}>{title}</h3>
      <p>{children}</p>
      <p className={`stack ${styles.links}`}>
        <ActionLink to={view}>{viewLabel}</ActionLink>
        <Link to={details} aria-describedby={titleId}>
          <Trans>More details</Trans>
        </Link>
      </p>
    </li>
  );
}
