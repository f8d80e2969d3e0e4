import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { type Language, localeOf } from '#contract/languages.ts';
import CustomerPage from '#portal/rights/customer-page.tsx';
import GovernmentPage from '#portal/rights/government-page.tsx';
import OtherEntitiesPage from '#portal/rights/other-entities-page.tsx';
import RolePage from '#portal/rights/role-page.tsx';
import { Frame } from '#ui/frame/frame.tsx';
import { messagesOf } from '#ui/language/language.ts';
import { theme } from '#ui/theme.ts';

/** The pages that can be read before any script has run, by address. */
const pages: Record<string, ReactNode> = {
  '/role': <RolePage />,
  '/right/customer': <CustomerPage />,
  '/right/government': <GovernmentPage />,
  '/right/other-entities': <OtherEntitiesPage />,
};

/** The source file of each of them, for its style sheets. */
export const sources: Record<string, string> = {
  '/role': 'portal/rights/role-page.tsx',
  '/right/customer': 'portal/rights/customer-page.tsx',
  '/right/government': 'portal/rights/government-page.tsx',
  '/right/other-entities': 'portal/rights/other-entities-page.tsx',
};

/** One page as HTML in one language; what needs the server's data is left out. */
export async function render(address: string, language: Language): Promise<string> {
  const [shell, portal] = await Promise.all([
    messagesOf('shell', language),
    messagesOf('portal', language),
  ]);
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: { ...shell, ...portal } },
  });
  return renderToString(
    <MantineProvider theme={theme} defaultColorScheme="light" withCssVariables={false}>
      <I18nProvider i18n={i18n}>
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
