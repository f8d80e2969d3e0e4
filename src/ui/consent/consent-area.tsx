import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { PageBoundary } from '#ui/frame/page.tsx';
import { SentenceSpace, TranslatedText } from '#ui/language/translated-text.tsx';
import styles from './consent-area.module.css';
import type { ConsentAreaProps } from './use-consent.ts';

const CookieSettings = lazy(() => import('./cookie-settings.tsx'));

/**
 * Cookie banner of a first visit, and the cookie settings while they are open. The banner is part
 * of the prerendered page, so that the layout does not shift when the script runs.
 */
export function ConsentArea({ consent, chosenLanguage }: ConsentAreaProps) {
  const { t, i18n } = useLingui();
  const isAsking = useSelector(consent, (snapshot) => snapshot.hasTag('asking'));
  const isSettingsOpen = useSelector(consent, (snapshot) => snapshot.hasTag('settingsOpen'));
  if (isSettingsOpen) {
    return (
      <PageBoundary address="">
        <Suspense>
          <I18nProvider i18n={chosenLanguage ?? i18n} defaultComponent={TranslatedText}>
            <CookieSettings consent={consent} chosenLanguage={chosenLanguage} />
          </I18nProvider>
        </Suspense>
      </PageBoundary>
    );
  }
  if (!isAsking) return null;
  const give = (functional: boolean) => consent.send({ type: 'consent.give', functional });
  return (
    <section className={styles.area} aria-label={t`Cookies`}>
      <div className="stack page-width">
        <p className="measure">
          <Trans>
            This site needs a few cookies to work. With your consent it sets one more, which keeps
            your choice of language. Nothing is used for advertising or analysis.
          </Trans>
          <SentenceSpace />
          <Link to="/policy/cookies">{t`Cookie policy`}</Link>
        </p>
        <div className="row" inert={typeof document === 'undefined'}>
          <Button size="sm" onClick={() => give(true)}>
            {t`Allow functional cookies`}
          </Button>
          <Button size="sm" onClick={() => give(false)}>
            {t`Only necessary cookies`}
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => consent.send({ type: 'settings.open' })}
          >
            {t`Settings`}
          </Button>
        </div>
      </div>
    </section>
  );
}
