import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import { DemonstrationNote } from './demonstration.tsx';
import styles from './frame.module.css';

/** The policies, the rights, and the way back to the cookie choice. */
export function Footer({ consent }: { consent: ConsentRef }) {
  const { t } = useLingui();
  const canOpen = useSelector(consent, (snapshot) => snapshot.can({ type: 'settings.open' }));
  return (
    <footer className={styles.footer}>
      <div>
        <nav aria-label={t`Rights and policies`}>
          <ul className="row plain">
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
        <DemonstrationNote />
        <p>
          <Trans>Under Regulation (EU) 2023/2854, the Data Act.</Trans>
        </p>
      </div>
    </footer>
  );
}
