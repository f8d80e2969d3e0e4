import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { ConsentArea } from '#ui/consent/consent-area.tsx';
import { useConsent } from '#ui/consent/use-consent.ts';
import { MessageArea } from '#ui/messages/message-area.tsx';
import { AccountArea } from './account-area.tsx';
import { CookieWarning } from './cookie-warning.tsx';
import { DemonstrationBanner } from './demonstration-banner.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { FullScreenLoader } from './full-screen-loader.tsx';
import { Header } from './header.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { SignInLink } from './sign-in-link.tsx';

/** True while the page is prerendered, and its script has not taken over yet. */
const isPrerendered = typeof document === 'undefined';

/** Frame around every page. */
export function Frame() {
  const consent = useConsent();
  const { token } = useSession();
  const { pathname } = useLocation();
  const [isForLanguage, setForLanguage] = useState(false);
  return (
    <>
      <div className={styles.frame} data-prerendered={isPrerendered || undefined}>
        <a className={styles.skip} href="#content">
          <Trans>Skip to the content</Trans>
        </a>
        <Header consent={consent} onLanguageAsked={setForLanguage}>
          {token && <AccountArea />}
          {(!token || isPrerendered) && <SignInLink />}
        </Header>
        <DemonstrationBanner />
        <CookieWarning />
        <ConsentArea consent={consent} isForLanguage={isForLanguage} />
        <main id="content" className={styles.main} tabIndex={-1}>
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
