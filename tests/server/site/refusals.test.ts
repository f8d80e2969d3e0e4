import { describe, expect, it } from 'vitest';
import { type Code, codes } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';
import { companySignInProblems, sessionEndings } from '#contract/envelope.ts';
import { unsafeReasons } from '#contract/file-safety.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { refusalText } from '#server/site/refusals.ts';

const ZONE = 'Europe/Brussels';
const facts = { triesLeft: 2, lockedUntil: 1_790_000_000_000, retryAfter: 5, file: 'a.pdf' };
const refused = Object.values(codes).filter(
  (code): code is Exclude<Code, 200> => code !== codes.ok,
);

describe('what a refusal says', () => {
  it.each(languageCodes)('is there for every code in %s, with facts and without', (language) => {
    for (const code of refused) {
      for (const data of [null, facts]) {
        const text = refusalText(language, code, data, ZONE);
        expect(text.length, String(code)).toBeGreaterThan(3);
        expect(text).not.toMatch(/undefined|NaN|#|\$\{/);
        if (language !== 'en') expect(text).not.toBe(refusalText('en', code, data, ZONE));
      }
    }
  });

  it.each<[Language, number, string]>([
    ['en', 1, '1 try left'],
    ['en', 4, '4 tries left'],
    ['pl', 1, 'pozostała 1 próba'],
    ['pl', 4, 'pozostały 4 próby'],
    ['fr', 1, 'il reste 1 essai'],
    ['es', 3, 'quedan 3 intentos'],
    ['pt', 2, 'restam 2 tentativas'],
    ['zh', 2, '还可尝试 2 次'],
  ])('counts in %s as people do: %i', (language, triesLeft, words) => {
    expect(refusalText(language, codes.wrongCode, { triesLeft }, ZONE)).toContain(words);
  });

  it.each<[number, string]>([
    [1, '1 second.'],
    [119, '119 seconds.'],
    [120, '2 minutes.'],
    [121, '3 minutes.'],
    [7199, '120 minutes.'],
    [7200, '2 hours.'],
    [7201, '3 hours.'],
    [86_400, '24 hours.'],
  ])('of %i seconds to wait says %s, never less', (retryAfter, words) => {
    expect(refusalText('en', codes.tooMany, { retryAfter }, ZONE)).toBe(
      `Too many requests. Please try again in ${words}`,
    );
  });

  it.each<[Code, NonNullable<RefusalData>, string]>([
    [codes.wrongCode, { triesLeft: 1 }, '1 try left'],
    [codes.wrongPasskey, { triesLeft: 3 }, '3 tries left'],
    [codes.takenByOther, { assignee: 'eva@example.eu' }, 'eva@example.eu'],
    [codes.tooManyReports, { limit: 3 }, '3 times'],
    [codes.invalid, { detail: 'name' }, 'There is no placeholder name.'],
    [codes.tooLarge, { file: 'a.pdf' }, 'Single file size must not exceed 20M'],
    [codes.unsafeFile, { file: 'a.doc', unsafe: 'macros' }, 'a.doc'],
    [codes.unsafeFile, { file: 'a.zip', unsafe: 'path', detail: '../b' }, 'a.zip: ../b'],
    [codes.vehicleNotLinked, { linkEndedAt: 0 }, '1 January 1970'],
    [codes.tooSoon, { retryAfter: 1 }, '1 second'],
  ])('of %i with %j names %s', (code, data, fact) => {
    expect(refusalText('en', code, data, ZONE)).toContain(fact);
  });

  /** Facts that each have words of their own, by the code they come with. */
  const told: [Code, (RefusalData & object)[]][] = [
    [codes.invalid, [{}, { malformed: true }, { file: 'a.pdf' }, { detail: 'name' }]],
    [codes.wrongCode, [{}, { triesLeft: 1 }, { triesLeft: 2 }]],
    [codes.wrongPasskey, [{}, { triesLeft: 1 }, { triesLeft: 2 }]],
    [codes.takenByOther, [{}, { assignee: 'eva@example.eu' }]],
    [codes.signedOut, [{}, ...sessionEndings.map((ended) => ({ ended }))]],
    [codes.companySignInRefused, companySignInProblems.map((signIn) => ({ signIn }))],
    [codes.notFound, [{}, { file: 'a.pdf' }]],
    [codes.tooLarge, [{}, { file: 'a.pdf' }]],
    [codes.typeNotSupported, [{}, { file: 'a.exe' }]],
    [codes.unsafeFile, unsafeReasons.map((unsafe) => ({ unsafe, file: 'a.zip' }))],
    [codes.vehicleNotLinked, [{}, { linkEndedAt: 0 }]],
    [codes.locked, [{}, { lockedUntil: 0 }]],
    [codes.tooSoon, [{}, { retryAfter: 1 }]],
    [codes.tooMany, [{}, { retryAfter: 1 }]],
    [codes.otherSystemAway, [{ system: 'companySignIn' }, { system: 'vehicles' }]],
  ];

  it.each(told)('of %i is told apart by its facts: %j', (code, facts) => {
    const texts = facts.map((data) => refusalText('en', code, data, ZONE));
    expect(new Set(texts).size).toBe(facts.length);
  });

  it('of a lock names the 24 hours and its end in the desk’s time', { tags: ['8-lock'] }, () => {
    const lockedUntil = Date.parse('2026-11-21T10:05:00Z');
    const text = refusalText('en', codes.locked, { lockedUntil }, ZONE);
    expect(text).toContain('try again after 24 hours');
    expect(text).toContain('21 November 2026 at 11:05 (Central European Time)');
  });
});
