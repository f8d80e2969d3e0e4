import { beforeEach, expect, test, vi } from 'vitest';

// Modules of their own: the others have loaded every area before.
beforeEach(() => vi.resetModules());

async function started() {
  const { i18n } = await import('@lingui/core');
  const language = await import('#ui/language/language.ts');
  await language.activateLanguage('en');
  return { i18n, ...language };
}

test('loading an area renders nothing again and survives a change of language', async () => {
  const { i18n, loadArea, messagesOf, activateLanguage } = await started();
  const [id = ''] = Object.keys(await messagesOf('seldom', 'en')).filter(
    (one) => !(one in i18n.messages),
  );
  const drawn = vi.fn();
  i18n.on('change', drawn);
  await loadArea('seldom');
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'en'))[id]);
  expect(drawn).not.toHaveBeenCalled();
  await activateLanguage('fr');
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'fr'))[id]);
  expect(drawn).toHaveBeenCalled();
});

test('a change of language while an area loads gets its own messages', async () => {
  const { i18n, loadArea, messagesOf, activateLanguage } = await started();
  const [id = ''] = Object.keys(await messagesOf('seldom', 'fr')).filter(
    (one) => !(one in i18n.messages),
  );
  const loading = loadArea('seldom');
  i18n.loadAndActivate({ locale: 'fr', messages: await messagesOf('shell', 'fr') });
  await loading;
  expect(i18n.messages[id]).toEqual((await messagesOf('seldom', 'fr'))[id]);
  await activateLanguage('en');
});
