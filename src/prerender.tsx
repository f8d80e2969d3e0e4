import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { type Language, localeOf } from '#contract/languages.ts';
import { withTypesetting } from '#lib/words/typeset.ts';
import LoginPage from '#portal/login/login-page.tsx';
import CustomerPage from '#portal/rights/customer-page.tsx';
import GovernmentPage from '#portal/rights/government-page.tsx';
import OtherEntitiesPage from '#portal/rights/other-entities-page.tsx';
import RolePage from '#portal/rights/role-page.tsx';
import { Frame } from '#ui/frame/frame.tsx';
import { messagesOf } from '#ui/language/language.ts';
import { TranslatedText } from '#ui/language/translated-text.tsx';
import { theme } from '#ui/theme.ts';

export const pages: Record<string, ReactNode> = {
  '/role': <RolePage />,
  '/right/customer': <CustomerPage />,
  '/right/government': <GovernmentPage />,
  '/right/other-entities': <OtherEntitiesPage />,
  '/login': <LoginPage />,
};

/**
 * Mantine's size variables, so that the layout does not shift when Mantine's script sets them.
 * Colours depend on the device's colour scheme, which only `base.css` knows before a script runs.
 */
export const sizeVariables = Object.entries(
  defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)).variables,
)
  .filter(([name]) =>
    /^--mantine-(font-size|spacing|radius|line-height|heading|h\d|font-fam|cursor)/.test(name),
  )
  .map(([name, value]) => `${name}:${value}`)
  .join(';');

/** Renders one page as HTML in one language, without content that needs data from the server. */
export async function render(address: string, language: Language): Promise<string> {
  const areas = ['shell', 'portal', 'rights'] as const;
  const messages = await Promise.all(areas.map((area) => messagesOf(area, language)));
  const i18n = withTypesetting(
    setupI18n({
      locale: language,
      locales: localeOf[language],
      messages: { [language]: Object.assign({}, ...messages) },
    }),
  );
  return renderToString(
    <MantineProvider
      theme={theme}
      defaultColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
        <StaticRouter location={address}>
          <Routes>
            <Route element={<Frame />}>
              <Route path="*" element={pages[address]} />
            </Route>
          </Routes>
        </StaticRouter>
      </I18nProvider>
    </MantineProvider>,
  );
}
