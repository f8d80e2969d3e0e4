import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { typesetOnPage, withTypesetting } from '#lib/words/typeset.ts';

test.each([
  ['en', 'Welcome to Insure S.A..', 'Welcome to Insure S.A.'],
  ['en', 'A copy for <0>Insure S.A.</0>. Keep it.', 'A copy for <0>Insure S.A.</0> Keep it.'],
  ['en', 'Wait ... or go to ../up', 'Wait ... or go to ../up'],
  [
    'pl',
    'Czekamy i w domu, a „W” stoi z boku.',
    'Czekamy i\u00a0w\u00a0domu, a\u00a0„W” stoi z\u00a0boku.',
  ],
  ['pl', 'Podstawa: art. 4 ust. 7 lit. b).', 'Podstawa: art.\u00a04 ust.\u00a07 lit.\u00a0b).'],
  ['en', 'This is a letter i saw', 'This is a letter i saw'],
  ['en', 'E-mail address', 'E-mail address'],
  ['en', 'Our e-mails about it go to', 'Our e\u2011mails about it go to'],
  [
    'en',
    'We have sent an e-mail; e-mails may take some minutes.',
    'We have sent an e\u2011mail; e\u2011mails may take some minutes.',
  ],
])('in %s, «%s» is set as «%s»', (locale, text, set) => {
  expect(typesetOnPage(text, locale)).toBe(set);
});

test('withTypesetting sets the texts of an instance after their values are inserted', () => {
  const i18n = withTypesetting(setupI18n({ locale: 'en', messages: { en: {} } }));
  const message = { id: 'welcome', message: 'Welcome to {name}.', values: { name: 'Insure S.A.' } };
  expect([i18n._(message), i18n.t(message)]).toEqual(Array(2).fill('Welcome to Insure S.A.'));
});
