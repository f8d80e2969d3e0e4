import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import styles from './frame.module.css';
import { DemonstrationNote } from './installation.tsx';

export function Footer({ consent }: { consent: ConsentRef }) {
  const { t } = useLingui();
  const canOpen = useSelector(consent, (snapshot) => snapshot.can({ type: 'settings.open' }));
  return (
    <footer className={styles.footer}>
      <div className="page-width">
        <nav aria-label={t`Rights and policies`}>
          <ul className="row plain">
            <li>
              <Link to="/right/customer">{t`Your rights`}</Link>
            </li>
            <li>
              <Link to="/policy/privacy">{t`Privacy policy`}</Link>
            </li>
            <li>
              <Link to="/policy/cookies">{t`Cookie policy`}</Link>
            </li>
            <li>
              <button
                type="button"
                aria-disabled={!canOpen}
                onClick={() => consent.send({ type: 'settings.open' })}
              >
                {t`Cookie settings`}
              </button>
            </li>
          </ul>
        </nav>
        <DemonstrationNote />
        <p>{t`Under Regulation (EU) 2023/2854, the Data Act.`}</p>
      </div>
    </footer>
  );
}
