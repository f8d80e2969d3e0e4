import { type I18n, i18n, type Messages, setupI18n } from '@lingui/core';
import Cookies from 'js-cookie';
import { firstLanguage, type Language, languageCodes, localeOf } from '#contract/languages.ts';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { withTypesetting } from '#lib/words/typeset.ts';
import { setCookie } from '#ui/calls/session.ts';

type CatalogModule = { messages: Messages };
const catalogs = {
  shell: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=shell' }),
  portal: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=portal' }),
  list: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=list' }),
  rights: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=rights' }),
  desk: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=desk' }),
  seldom: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=seldom' }),
  office: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=office' }),
  queue: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=queue' }),
  case: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=case' }),
  charts: import.meta.glob<CatalogModule>('../../../locales/*.po', { query: '?area=charts' }),
};

/** Parts of the message catalogues that load separately; see `catalog-areas` of the build. */
export type Area = keyof typeof catalogs;

withTypesetting(i18n);

const areas = new Set<Area>(['shell']);

let activated: Promise<void> | undefined;
let chosen: Language;

export const currentLanguage = (): Language => (i18n.locale || initialLanguage()) as Language;

export async function messagesOf(area: Area, language: Language): Promise<Messages> {
  const load = catalogs[area][`../../../locales/${language}.po`];
  if (!load) throw new Error(`There is no catalog for ${language}`);
  return (await load()).messages;
}

/** Language of the cookie, otherwise the browser's first supported one, or English. */
export function initialLanguage(): Language {
  const stored = Cookies.get(cookieNames.language);
  return firstLanguage(stored ? [stored] : navigator.languages);
}

/** Shows the interface in a language: loads the messages of the areas in use and sets `lang`. */
export function activateLanguage(language: Language): Promise<void> {
  chosen = language;
  const done = activate();
  activated ??= done;
  return done;
}

async function activate(): Promise<void> {
  const language = chosen;
  const { size } = areas;
  const messages = await Promise.all([...areas].map((area) => messagesOf(area, language)));
  // Starts again if another language was chosen, or another area loaded, in the meantime.
  if (chosen !== language || areas.size > size) return activate();
  i18n.load(language, Object.assign({}, ...messages));
  i18n.activate(language, localeOf[language]);
  document.documentElement.lang = language;
}

export async function shellIn(language: Language): Promise<I18n> {
  const messages = { [language]: await messagesOf('shell', language) };
  return withTypesetting(setupI18n({ locale: language, locales: localeOf[language], messages }));
}

export async function loadArea(area: Area): Promise<void> {
  if (areas.has(area)) return;
  const language = currentLanguage();
  const messages = await messagesOf(area, language);
  await activated;
  if (i18n.locale !== language) return loadArea(area);
  // Adds the messages without a new rendering: rendered components already have their messages.
  Object.assign(i18n.messages, messages);
  areas.add(area);
}

export function saveLanguage(language: Language): void {
  setCookie(cookieNames.language, language, cookieLifetimes.language);
}

export function isLanguage(value: string): value is Language {
  return (languageCodes as readonly string[]).includes(value);
}
