import { expect, test } from 'vitest';
import { machineWords } from '#charts/words/chart-words.ts';
import { codes } from '#contract/codes.ts';
import { languageCodes } from '#contract/languages.ts';
import {
  CONSENT_DAYS,
  LOGIN_DAYS,
  MAX_FILE_MEBIBYTES,
  SIGN_IN_TRACE_DAYS,
  UNNAMED_FILE_DAYS,
} from '#contract/limits.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { codeMail } from '#server/accounts/sign-in/code-mail.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';
import { errorText } from '#server/site/error-texts.ts';
import { privacyPolicy } from '#server/site/policies.ts';

const facts = {
  holderName: 'Test Motors',
  contactMailbox: 'data@example.eu',
  answerDays: 60,
  reportDays: 60,
  dataProtectionMailbox: 'privacy@example.eu',
  transferCountries: [],
  trashDays: 8,
  recordDays: 60,
};

/** Whole numbers of a text. */
const numbersIn = (text = '') => new Set(text.match(/\d+/g)?.map(Number));
const only = (...numbers: number[]) => new Set(numbers);

test.each(languageCodes)('texts in %s name the limits that are in force', (language) => {
  const mail = codeMail(language, '012345').body.replace('012345', '');
  expect(numbersIn(mail)).toEqual(only(CODE_MINUTES, MAX_WRONG_TRIES, LOCK_HOURS));
  const until = Date.parse('2026-11-21T10:05:00Z');
  const end = instantText(language, until, 'UTC');
  const locked = errorText(language, codes.locked, { lockedUntil: until }, 'UTC');
  expect(locked).toContain(end);
  expect(numbersIn(locked.replace(end, ''))).toEqual(only(MAX_WRONG_TRIES, LOCK_HOURS));
  const tooManyFiles = errorText(language, codes.tooManyFiles, { file: 'a' }, 'UTC');
  expect(numbersIn(tooManyFiles)).toEqual(only(UNNAMED_FILE_DAYS));
  const tooLarge = errorText(language, codes.tooLarge, { file: 'a.pdf' }, 'UTC');
  expect(numbersIn(tooLarge)).toEqual(only(MAX_FILE_MEBIBYTES));
  const { states } = machineWords(wordsOf(language), 'challenge');
  expect(numbersIn(states.locked)).toEqual(only(LOCK_HOURS));
});

test.each(languageCodes)('the privacy policy in %s names the limits in force', (language) => {
  const { sections } = privacyPolicy(language, facts);
  const [bases, , keeping] = sections.slice(2).map(({ paragraphs }) => paragraphs);
  expect(numbersIn(bases?.[2])).toEqual(only(LOCK_HOURS, MAX_WRONG_TRIES, 6, 1));
  expect(numbersIn(keeping?.[0])).toEqual(only(CODE_MINUTES, LOGIN_DAYS));
  expect(numbersIn(keeping?.[1])).toEqual(only(UNNAMED_FILE_DAYS));
  expect(numbersIn(keeping?.[7])).toEqual(only(60, SIGN_IN_TRACE_DAYS, CONSENT_DAYS));
});
