import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { ConsentArea } from '#ui/consent/consent-area.tsx';
import { type ConsentRef, useConsent } from '#ui/consent/use-consent.ts';
import { MessageArea } from '#ui/messages/message-area.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { DemonstrationNote } from './installation.tsx';
import { FullScreenLoader } from './loading.tsx';
import { PageBoundary } from './page.tsx';

const isPrerendered = typeof document === 'undefined';

export function Frame() {
  const { t } = useLingui();
  const consent = useConsent();
  const { pathname } = useLocation();
  const [chosenLanguage, setChosenLanguage] = useState<I18n | null>(null);
  return (
    <>
      <div
        className={styles.frame}
        data-frame
        // Derived from the URL, so that the header does not move when the page loads.
        data-wide={/^\/(desk|charts)(\/|$)/.test(pathname) || undefined}
        data-prerendered={isPrerendered || undefined}
      >
        <a className={styles.skip} href="#content">{t`Skip to the content`}</a>
        <Header consent={consent} onAsked={setChosenLanguage} />
        {!isPrerendered && !navigator.cookieEnabled && (
          <div className={`page-width ${styles.warning}`} role="alert">
            {t`Cookies are disabled in this browser. Enable them, or the site cannot be used normally.`}
          </div>
        )}
        <ConsentArea consent={consent} chosenLanguage={chosenLanguage} />
        <main id="content" className={`page-width ${styles.main}`} tabIndex={-1}>
          <PageBoundary address={pathname}>
            <Suspense fallback={<FullScreenLoader />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
        <Footer consent={consent} />
      </div>
      <MessageArea />
    </>
  );
}

function Footer({ consent }: { consent: ConsentRef }) {
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
