import { describe, expect, it } from 'vitest';
import { type Code, codes } from '#contract/codes.ts';
import { companySignInProblems, sessionEndings } from '#contract/envelope.ts';
import type { ErrorData, ErrorDataOf, errorData } from '#contract/error-data.ts';
import { unsafeReasons } from '#contract/files.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { errorText } from '#server/site/error-texts.ts';

const ZONE = 'Europe/Brussels';
const errors = Object.values(codes).filter((code) => code !== codes.ok);

/** Data with different texts, by code. */
const samples: { [C in keyof typeof errorData]: ErrorDataOf<C>[] } = {
  [codes.invalid]: [null, { malformed: true }, { file: 'a.pdf' }, { detail: 'name' }],
  [codes.wrongCode]: [null, { triesLeft: 1 }, { triesLeft: 2 }],
  [codes.wrongPasskey]: [null, { triesLeft: 1 }, { triesLeft: 2 }],
  [codes.unknownFile]: [{ file: 'a' }],
  [codes.agreementMissing]: [{ fields: [] }],
  [codes.personalDataNotAllowed]: [{ fields: [] }],
  [codes.emptyFile]: [{ file: 'a.pdf' }],
  [codes.agreementUnsigned]: [{ file: 'a.docx' }],
  [codes.signedOut]: [null, ...sessionEndings.map((ended) => ({ ended }))],
  [codes.companySignInRejected]: companySignInProblems.map((signIn) => ({ signIn })),
  [codes.notFound]: [null, { file: 'a.pdf' }],
  [codes.notAllowedNow]: [null],
  [codes.outdated]: [{ revision: 1, state: 'approved' }],
  [codes.takenByOther]: [{ assignee: 'eva@example.eu' }],
  [codes.reportNotReady]: [null],
  [codes.tooManyFiles]: [{ file: 'a.pdf' }],
  [codes.fileWaits]: [{ file: 'a.pdf' }],
  [codes.tooManyReports]: [{ limit: 3 }],
  [codes.sharingSuspended]: [{ state: 'suspended' }],
  [codes.secondOpinionNeeded]: [{ revision: 1, state: 'approved' }],
  [codes.tooLarge]: [null, { file: 'a.pdf' }],
  [codes.typeNotSupported]: [null, { file: 'a.exe' }],
  [codes.unsafeFile]: unsafeReasons.map((unsafe) => ({ unsafe, file: 'a.zip' })),
  [codes.vehicleNotLinked]: [null, { linkEndedAt: 0 }],
  [codes.locked]: [{ lockedUntil: 1_790_000_000_000 }],
  [codes.tooSoon]: [{ retryAfter: 1 }, { retryAfter: 5 }],
  [codes.tooMany]: [
    { retryAfter: 5, rateLimit: 'codesInAll' },
    { retryAfter: 5, rateLimit: 'applicationsOfVehicle' },
  ],
  [codes.unavailable]: [null],
  [codes.otherSystemUnavailable]: [{ system: 'companySignIn' }, { system: 'vehicles' }],
};
const samplesOf = (code: Code): readonly ErrorData[] =>
  (samples as Partial<Record<Code, readonly ErrorData[]>>)[code] ?? [null];

describe('the text of an error', () => {
  it.each(languageCodes)('exists for every code and its data in %s', (language) => {
    for (const code of errors) {
      for (const data of samplesOf(code)) {
        const text = errorText(language, code, data, ZONE);
        expect(text.length, String(code)).toBeGreaterThan(3);
        expect(text).not.toMatch(/undefined|NaN|#|\$\{/);
        if (language !== 'en') expect(text).not.toBe(errorText('en', code, data, ZONE));
      }
    }
  });

  it('accepts only the data of its code', () => {
    // @ts-expect-error: the end of the lock is missing
    () => new ApiError(codes.locked);
    // @ts-expect-error: data of another code
    () => new ApiError(codes.takenByOther, { lockedUntil: 0 });
    // @ts-expect-error: this code has no data
    () => new ApiError(codes.forbidden, { state: 'approved' });
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
  ])('uses the plural forms of %s: %i', (language, triesLeft, words) => {
    expect(errorText(language, codes.wrongCode, { triesLeft }, ZONE)).toContain(words);
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
  ])('rounds %i seconds up to %s', (retryAfter, words) => {
    const data = { retryAfter, rateLimit: 'requestsOfNetwork' } as const;
    expect(errorText('en', codes.tooMany, data, ZONE)).toBe(
      `There were too many requests from your network. Please try again in ${words}`,
    );
  });

  it.each<[Code, NonNullable<ErrorData>, string]>([
    [codes.wrongCode, { triesLeft: 1 }, '1 try left'],
    [codes.wrongPasskey, { triesLeft: 3 }, '3 tries left'],
    [codes.takenByOther, { assignee: 'eva@example.eu' }, 'eva@example.eu'],
    [codes.tooManyReports, { limit: 3 }, '3 times'],
    [codes.invalid, { detail: 'name' }, 'Unknown placeholder: name.'],
    [codes.tooLarge, { file: 'a.pdf' }, 'Single file size must not exceed 20M'],
    [codes.unsafeFile, { file: 'a.doc', unsafe: 'macros' }, 'a.doc'],
    [codes.unsafeFile, { file: 'a.zip', unsafe: 'path', detail: '../b' }, 'a.zip: ../b'],
    [codes.vehicleNotLinked, { linkEndedAt: 0 }, '1 January 1970'],
    [codes.tooSoon, { retryAfter: 1 }, '1 second'],
  ])('of %i with %j names %s', (code, data, fact) => {
    expect(errorText('en', code, data, ZONE)).toContain(fact);
  });

  it.each(errors)('of %i depends on its data', (code) => {
    const texts = samplesOf(code).map((data) => errorText('en', code, data, ZONE));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('of a lock names the 24 hours and its end in the desk’s time', { tags: ['8-lock'] }, () => {
    const lockedUntil = Date.parse('2026-11-21T10:05:00Z');
    const text = errorText('en', codes.locked, { lockedUntil }, ZONE);
    expect(text).toContain('try again after 24 hours');
    expect(text).toContain('21 November 2026 at 11:05 (Central European Time)');
  });
});
