import { describe, expect, test } from 'vitest';
import { machineWords } from '#charts/words/chart-words.ts';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { languageCodes } from '#contract/languages.ts';
import { MAX_FILE_MEBIBYTES, UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { codeMail } from '#server/accounts/sign-in/challenges.ts';
import {
  countries,
  dateText,
  durationText,
  instantText,
  wordsOf,
} from '#server/platform/words/words.ts';
import { errorText } from '#server/site/error-texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each<[Language, number, string]>([
  ['en', 10 * MINUTE, '10 minutes'],
  ['en', MINUTE, '1 minute'],
  // Never «0 days».
  ['en', DAY - MINUTE, '1,439 minutes'],
  ['en', DAY, '1 day'],
  ['en', 365 * DAY, '365 days'],
  ['pl', 5 * DAY, '5 dni'],
  ['fr', DAY, '1 jour'],
  ['zh', 30 * DAY, '30天'],
])('in %s, %i seconds are %s', (language, seconds, words) => {
  expect(durationText(language, seconds).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

describe('an instant at the edge of a day', () => {
  const late = Date.parse('2026-12-05T23:59:59.999Z');

  test('has the day and time of UTC', () => {
    expect(instantText('en', late, 'UTC')).toBe('5 December 2026 at 23:59 (UTC)');
    expect(dateText('en', late, 'UTC')).toBe('5 December 2026');
    expect(dateText('en', late + 1, 'UTC')).toBe('6 December 2026');
    expect(dateText('pl', late, 'UTC')).toBe('5 grudnia 2026');
  });

  test('has the day and time of another zone', () => {
    expect(instantText('en', late, 'Europe/Warsaw')).toMatch(/^6 December 2026 at 00:59 \(Cent/);
    expect(instantText('en', late, 'Pacific/Pago_Pago')).toMatch(/^5 December 2026 at 12:59 \(/);
    expect(dateText('en', late, 'Europe/Warsaw')).toBe('6 December 2026');
  });
});

test('countries are sorted by the rules of the language, each once', () => {
  const places = (language: 'en' | 'pl') => countries(language).map(({ label }) => label);
  expect(new Set(places('en')).size).toBe(249);
  expect(places('en').slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
  // Ł follows all L.
  const polish = places('pl');
  expect(polish.indexOf('Łotwa')).toBeGreaterThan(polish.indexOf('Luksemburg'));
  expect(polish.indexOf('Łotwa')).toBeLessThan(polish.indexOf('Macedonia Północna'));
});

/** Integers in a text. */
const numbersIn = (text = '') => new Set(text.match(/\d+/g)?.map(Number));
const only = (...numbers: number[]) => new Set(numbers);

test.each(languageCodes)('texts in %s name the current limits', (language) => {
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
