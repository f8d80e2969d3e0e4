import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Mark } from '#ui/brand/mark.tsx';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import { LanguageSwitch } from '#ui/language/language-switch.tsx';
import styles from './header.module.css';

/** Wordmark, the languages, and what the signed-in account can do (`children`). */
export function Header({ consent, children }: { consent: ConsentRef; children: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to="/role" className={styles.wordmark}>
          <Mark />
          <span>
            <Trans>
              Vehicle <b>data access</b>
            </Trans>
          </span>
        </Link>
        <LanguageSwitch consent={consent} />
        {children}
      </div>
      <div className={styles.lane} aria-hidden="true" />
    </header>
  );
}
