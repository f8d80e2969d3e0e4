import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { zonedInstant } from '#lib/words/zoned-instant.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);
const END_OF_DAY = Date.parse('2026-12-05T22:59:59.999Z');

test.each([
  ['Europe/Brussels', '5 December 2026 at 23:59 (Central European Time)'],
  ['Europe/Lisbon', '5 December 2026 at 22:59 (Western European Time)'],
  ['UTC', '5 December 2026 at 22:59 (UTC)'],
])('an instant is written in %s, which it names', (timeZone, written) => {
  expect(zonedInstant(i18n.t, 'en-GB', END_OF_DAY, timeZone)).toBe(written);
});
