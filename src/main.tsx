import './ui/mantine.css';
import './ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter, pageLoaded } from './routing.tsx';
import { activateLanguage, initialLanguage } from './ui/language/language.ts';
import { TranslatedText } from './ui/language/translated-text.tsx';
import { theme } from './ui/theme.ts';

/** Returns the server's nonce, which the content security policy requires for inserted styles. */
const styleNonce = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

const BLANK_PAGE_TIMEOUT_MS = 1500;

// Vite requests a style sheet once in each document. If a preloaded one failed, the part that needs
// it would open without styles.
addEventListener(
  'error',
  ({ target: link }) => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return;
    const next = link.cloneNode() as HTMLLinkElement;
    const attempt = Number(link.dataset.attempt ?? 0) + 1;
    next.dataset.attempt = String(attempt);
    setTimeout(() => link.replaceWith(next), 1000 * 2 ** attempt);
  },
  true,
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the application');

/**
 * Renders the application. Not at the top level of this module: chunks of pages import this module,
 * so a top-level await for a page would never settle.
 */
async function start(container: HTMLElement): Promise<void> {
  const hasLanguage = activateLanguage(initialLanguage());
  const router = createRouter();
  await hasLanguage;
  const isLoaded = pageLoaded(location);
  // A prerendered page stays visible until its script can replace it.
  if (container.firstChild) await isLoaded;
  // On other pages, rendering once without the page's code would only delay the page.
  else
    await Promise.race([
      isLoaded,
      new Promise((resolve) => setTimeout(resolve, BLANK_PAGE_TIMEOUT_MS)),
    ]);
  createRoot(container).render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
        {/* A transition would hide that the next page is loading. */}
        <RouterProvider router={router} useTransitions={false} />
      </I18nProvider>
    </MantineProvider>,
  );
}

void start(root);
