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
import { catalogue } from '#machines/catalogue.ts';
import ListPage from '#portal/applications/list-page.tsx';
import { listsByPath } from '#portal/applications/use-lists.ts';
import LoginPage from '#portal/login/login-page.tsx';
import CustomerPage from '#portal/rights/customer-page.tsx';
import GovernmentPage from '#portal/rights/government-page.tsx';
import OtherEntitiesPage from '#portal/rights/other-entities-page.tsx';
import RolePage from '#portal/rights/role-page.tsx';
import { Frame } from '#ui/frame/frame.tsx';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { type Area, messagesOf } from '#ui/language/language.ts';
import { TranslatedText } from '#ui/language/translated-text.tsx';
import { theme } from '#ui/theme.ts';

/** What is there before any script has run. */
interface PrerenderedPage {
  content: ReactNode;
  /** The sources that its script asks for one after the other. */
  sources: readonly string[];
  area: Area;
  /** Whether nothing of the page itself is there yet: its style sheets need not hold up the paint. */
  isAwaited?: boolean;
}

const readable = (content: ReactNode, source: string): PrerenderedPage => ({
  content,
  sources: [source],
  area: 'rights',
});

const list: PrerenderedPage = {
  content: <ListPage />,
  sources: ['portal/home/home-layout.tsx', 'portal/applications/list-page.tsx'],
  area: 'portal',
};

/** A page that can show nothing without the server's data: its script is on the way meanwhile. */
const awaited = (area: 'portal' | 'desk' | 'charts', ...sources: string[]): PrerenderedPage => ({
  content: <FullScreenLoader />,
  sources,
  area,
  isAwaited: true,
});
const home = (source: string) => awaited('portal', 'portal/home/home-layout.tsx', source);
const desk = (...sources: string[]) => awaited('desk', 'desk/desk.tsx', ...sources);
const charts = (...sources: string[]) => awaited('charts', 'charts/charts.tsx', ...sources);
const chart = (machine: string) =>
  charts('charts/machine/machine-page.tsx', `chart:${machine}/{language}`);

/** The pages that are prerendered, by address; `_` stands for any one part of it. */
export const pages: Record<string, PrerenderedPage> = {
  '/role': readable(<RolePage />, 'portal/rights/role-page.tsx'),
  '/right/customer': readable(<CustomerPage />, 'portal/rights/customer-page.tsx'),
  '/right/government': readable(<GovernmentPage />, 'portal/rights/government-page.tsx'),
  '/right/other-entities': readable(<OtherEntitiesPage />, 'portal/rights/other-entities-page.tsx'),
  '/login': { content: <LoginPage />, sources: [], area: 'shell' },
  '/home/data-acquisition': list,
  ...Object.fromEntries(
    Object.keys(listsByPath).map((path) => [`/home/data-acquisition/${path}`, list]),
  ),
  '/home/data-acquisition/new/_': home('portal/apply/apply-page.tsx'),
  '/home/data-acquisition/applications/_': home('portal/applications/details-page.tsx'),
  '/home/data-acquisition/public-sector': home('portal/public-sector/public-sector-page.tsx'),
  '/policy/_': awaited('portal', 'portal/policies/policy-page.tsx'),
  '/delivery': awaited('portal', 'portal/delivery/delivery-page.tsx'),
  '/desk': desk('desk/queue-page.tsx'),
  '/desk/applications/_': desk('desk/case-page.tsx', 'desk/decision/decision-area.tsx'),
  '/desk/_': desk(),
  '/charts': charts('charts/catalogue-page.tsx'),
  ...Object.fromEntries(Object.keys(catalogue).map((name) => [`/charts/${name}`, chart(name)])),
  '/charts/_': charts(),
};

/**
 * Mantine's variables of sizes, so that nothing moves when its script sets them. The colours depend
 * on the scheme of the device, which only `base.css` knows before a script has run.
 */
export const sizeVariables = Object.entries(
  defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)).variables,
)
  .filter(([name]) =>
    /^--mantine-(font-size|spacing|radius|line-height|heading|h\d|font-fam|cursor)/.test(name),
  )
  .map(([name, value]) => `${name}:${value}`)
  .join(';');

/** One page as HTML in one language; what needs the server's data is left out. */
export async function render(address: string, language: Language): Promise<string> {
  const areas = ['shell', 'portal', 'rights'] as const;
  const messages = await Promise.all(areas.map((area) => messagesOf(area, language)));
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: Object.assign({}, ...messages) },
  });
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
              <Route path="*" element={pages[address]?.content} />
            </Route>
          </Routes>
        </StaticRouter>
      </I18nProvider>
    </MantineProvider>,
  );
}
