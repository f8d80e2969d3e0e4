import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import styles from '#ui/frame/frame.module.css';

type AccountButtonProps = ComponentProps<'button'> & { email: string | undefined };

export function AccountButton({ email, className = '', ...button }: AccountButtonProps) {
  const { t } = useLingui();
  return (
    <button type="button" className={`${styles.account} ${className}`} {...button}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(email)}
      </span>
      <span className={email ? styles.address : 'visually-hidden'}>{email ?? t`Account`}</span>
    </button>
  );
}

/** Initials of the person with an e-mail address: «MK» of m.keller@example.eu. */
export function initialsOf(email = ''): string {
  const [first = '', second = ''] = (email.split('@')[0] ?? '').split(/[._-]/);
  return (first.slice(0, 1) + (second || first.slice(1)).slice(0, 1)).toUpperCase();
}
