import { beforeEach, expect, test, vi } from 'vitest';

// Fresh modules, because earlier tests have loaded every area. `i18n` is shared, so each test
// changes to another language.
beforeEach(() => vi.resetModules());

async function started() {
  const { i18n } = await import('@lingui/core');
  const language = await import('#ui/language/language.ts');
  await language.activateLanguage('en');
  return { i18n, ...language };
}

test('loading an area renders nothing again, and a change of language also loads its messages', async () => {
  const { i18n, loadArea, messagesOf, activateLanguage } = await started();
  const [id = ''] = Object.keys(await messagesOf('seldom', 'en'));
  const drawn = vi.fn();
  i18n.on('change', drawn);
  await loadArea('seldom');
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'en'))[id]);
  expect(drawn).not.toHaveBeenCalled();
  await activateLanguage('fr');
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'fr'))[id]);
  expect(drawn).toHaveBeenCalled();
});

test('a change of language also loads the messages of an area that is still loading', async () => {
  const { i18n, loadArea, messagesOf, activateLanguage } = await started();
  const [id = ''] = Object.keys(await messagesOf('seldom', 'en'));
  // First, because the slower of the two loads would decide otherwise.
  const loading = loadArea('seldom');
  const changed = activateLanguage('pl');
  await loading;
  expect(i18n.locale).toBe('en');
  await changed;
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'pl'))[id]);
  await activateLanguage('en');
});

test('the later of two changes of language wins', async () => {
  const { i18n, messagesOf, activateLanguage } = await started();
  await messagesOf('shell', 'pt');
  const changed = activateLanguage('fr');
  await activateLanguage('pt');
  await changed;
  expect([i18n.locale, document.documentElement.lang]).toEqual(['pt', 'pt']);
  await activateLanguage('en');
});

test('an area that loads during a change of language gets the messages of the new language', async () => {
  const { i18n, loadArea, messagesOf, activateLanguage } = await started();
  const [id = ''] = Object.keys(await messagesOf('seldom', 'es'));
  const messages = await messagesOf('shell', 'es');
  const loading = loadArea('seldom');
  i18n.loadAndActivate({ locale: 'es', messages });
  await loading;
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'es'))[id]);
  await activateLanguage('en');
});
