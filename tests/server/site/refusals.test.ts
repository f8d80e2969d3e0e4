import { describe, expect, it } from 'vitest';
import { type Code, codes } from '#contract/codes.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { refusalText } from '#server/site/refusals.ts';

const facts = { triesLeft: 2, lockedUntil: 1_790_000_000_000, retryAfter: 5, file: 'a.pdf' };
const refused = Object.values(codes).filter(
  (code): code is Exclude<Code, 200> => code !== codes.ok,
);

describe('what a refusal says', () => {
  it.each(languageCodes)('is there for every code in %s, with facts and without', (language) => {
    for (const code of refused) {
      for (const data of [null, facts]) {
        const text = refusalText(language, code, data);
        expect(text.length, String(code)).toBeGreaterThan(3);
        expect(text).not.toMatch(/undefined|NaN|#|\$\{/);
        if (language !== 'en') expect(text).not.toBe(refusalText('en', code, data));
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
    expect(refusalText(language, codes.wrongCode, { triesLeft })).toContain(words);
  });

  it('of a lock names the 24 hours and its end in UTC', { tags: ['8-lock'] }, () => {
    const lockedUntil = Date.parse('2026-11-21T10:05:00Z');
    const text = refusalText('en', codes.locked, { lockedUntil });
    expect(text).toContain('try again after 24 hours');
    expect(text).toContain('21 November 2026 at 10:05 (UTC)');
  });
});
