import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it, test } from 'vitest';
import { formatter, plainList } from '#lib/words/formats.ts';
import { zonedInstant } from '#lib/words/zoned-instant.ts';

test('formatters are cached by kind, locale and options', () => {
  const long = () => formatter(Intl.DateTimeFormat, 'pl-PL', { dateStyle: 'long' });
  expect(long()).toBe(long());
  const day = Date.UTC(2026, 10, 24, 12);
  expect(long().format(day)).toBe('24 listopada 2026');
  expect(formatter(Intl.DateTimeFormat, 'pl-PL', { dateStyle: 'short' }).format(day)).toBe(
    '24.11.2026',
  );
  expect(formatter(Intl.DateTimeFormat, 'fr-FR', { dateStyle: 'long' }).format(day)).toBe(
    '24 novembre 2026',
  );
  expect(formatter(Intl.NumberFormat, 'pl-PL').format(1.5)).toBe('1,5');
});

it.each([
  ['en', ['Battery and charging', 'Trips and usage'], 'Battery and charging, trips and usage'],
  ['pl', ['Akumulator i ładowanie', 'Łączność'], 'Akumulator i ładowanie, łączność'],
  ['en', ['Location'], 'Location'],
  ['en', [], ''],
] as const)('in %s, %j are joined', (locale, labels, row) => {
  expect(plainList(labels, locale)).toBe(row);
});

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);
const END_OF_DAY = Date.parse('2026-12-05T22:59:59.999Z');

test.each([
  ['Europe/Brussels', '5 December 2026 at 23:59 (Central European Time)'],
  ['Europe/Lisbon', '5 December 2026 at 22:59 (Western European Time)'],
  ['UTC', '5 December 2026 at 22:59 (UTC)'],
])('an instant is formatted with the name of the zone %s', (timeZone, written) => {
  expect(zonedInstant(i18n.t, 'en-GB', END_OF_DAY, timeZone)).toBe(written);
});
