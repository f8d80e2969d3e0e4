import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Mark } from '#ui/brand/mark.tsx';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import type { Elements } from '#ui/elements.ts';
import { LanguageSwitch } from '#ui/language/language-switch.tsx';
import styles from './header.module.css';

interface HeaderProps {
  consent: ConsentRef;
  /** Says whether the cookie settings are open for a change of the language. */
  onLanguageAsked: (isAsked: boolean) => void;
  children: Elements;
}

/** Wordmark, the languages, and what the signed-in account can do (`children`). */
export function Header({ consent, onLanguageAsked, children }: HeaderProps) {
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
        <LanguageSwitch consent={consent} onAsked={onLanguageAsked} />
        {children}
      </div>
      <div className={styles.lane} aria-hidden="true" />
    </header>
  );
}
