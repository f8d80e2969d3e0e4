import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { initialsOf } from '#ui/format/initials.ts';
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
