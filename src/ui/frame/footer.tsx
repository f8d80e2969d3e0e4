import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import styles from './footer.module.css';

/** The policies, the rights, and the way back to the cookie choice. */
export function Footer({ consent }: { consent: ConsentRef }) {
  const { t } = useLingui();
  const canOpen = useSelector(consent, (snapshot) => snapshot.can({ type: 'settings.open' }));
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label={t`Rights and policies`}>
          <ul>
            <li>
              <Link to="/right/customer">
                <Trans>Your rights</Trans>
              </Link>
            </li>
            <li>
              <Link to="/policy/privacy">
                <Trans>Privacy policy</Trans>
              </Link>
            </li>
            <li>
              <Link to="/policy/cookies">
                <Trans>Cookie policy</Trans>
              </Link>
            </li>
            <li>
              <button
                type="button"
                aria-disabled={!canOpen}
                onClick={() => consent.send({ type: 'settings.open' })}
              >
                <Trans>Cookie settings</Trans>
              </button>
            </li>
          </ul>
        </nav>
        <p>
          <Trans>Under Regulation (EU) 2023/2854, the Data Act.</Trans>
        </p>
      </div>
    </footer>
  );
}
