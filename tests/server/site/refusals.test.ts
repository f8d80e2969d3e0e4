import { describe, expect, it } from 'vitest';
import { type Code, codes } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';
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
    expect(refusalText('en', codes.tooMany, { retryAfter })).toBe(
      `Too many requests. Please try again in ${words}`,
    );
  });

  it.each<[Code, NonNullable<RefusalData>, string]>([
    [codes.invalid, { malformed: true }, 'it cannot be read as JSON'],
    [codes.invalid, { file: 'a.pdf' }, 'File upload failed, please try again!'],
    [codes.invalid, {}, 'check the marked fields'],
    [codes.wrongCode, { triesLeft: 1 }, '1 try left'],
    [codes.wrongPasskey, { triesLeft: 3 }, '3 tries left'],
    [codes.signedOut, {}, 'Please sign in.'],
    [codes.signedOut, { ended: 'rest' }, 'had not been used for a while'],
    [codes.signedOut, { ended: 'age' }, 'after some hours'],
    [codes.signedOut, { ended: 'elsewhere' }, 'from another browser'],
    [codes.signedOut, { ended: 'factor' }, 'second factor of your account was changed'],
    [codes.signedOut, { ended: 'roles' }, 'your roles at the desk were changed'],
    [codes.signedOut, { ended: 'directory' }, 'your company no longer confirms'],
    [codes.companySignInRefused, {}, 'was not completed'],
    [codes.companySignInRefused, { signIn: 'noRole' }, 'has no role at this desk'],
    [codes.companySignInRefused, { signIn: 'noAddress' }, 'does not confirm an e-mail address'],
    [codes.companySignInRefused, { signIn: 'addressTaken' }, 'belongs to another account'],
    [codes.notFound, {}, 'does not exist'],
    [codes.notFound, { file: 'a.pdf' }, 'File acquisition error'],
    [codes.takenByOther, { assignee: 'eva@example.eu' }, 'taken this application: eva@example.eu'],
    [codes.tooManyReports, { limit: 3 }, 'generated again 3 times'],
    [codes.tooLarge, {}, 'What was sent is too large'],
    [codes.tooLarge, { file: 'a.pdf' }, 'Single file size must not exceed 20M'],
    [codes.typeNotSupported, { file: 'a.exe' }, 'File type not supported'],
    [codes.unsafeFile, { file: 'a.doc', unsafe: 'macros' }, 'a.doc contains macros'],
    [codes.unsafeFile, { file: 'a.zip', unsafe: 'archive' }, 'a.zip unpacks to too much'],
    [
      codes.unsafeFile,
      { file: 'a.zip', unsafe: 'path', detail: '../b' },
      'a.zip: ../b holds a file',
    ],
    [codes.unsafeFile, { file: 'a.pdf', unsafe: 'malware' }, 'scanner refused a.pdf'],
    [codes.vehicleNotLinked, { linkEndedAt: 0 }, 'ended on 1 January 1970'],
    [codes.vehicleNotLinked, {}, 'No vehicles under the account are eligible'],
    [codes.tooSoon, { retryAfter: 1 }, 'wait 1 second before'],
    [codes.otherSystemAway, { system: 'companySignIn' }, 'Your company’s sign-in service'],
    [codes.otherSystemAway, { system: 'vehicles' }, 'vehicle system does not answer'],
  ])('of %i with %j: %s', (code, data, words) => {
    expect(refusalText('en', code, data)).toContain(words);
  });

  it('of a lock names the 24 hours and its end in UTC', { tags: ['8-lock'] }, () => {
    const lockedUntil = Date.parse('2026-11-21T10:05:00Z');
    const text = refusalText('en', codes.locked, { lockedUntil });
    expect(text).toContain('try again after 24 hours');
    expect(text).toContain('21 November 2026 at 10:05 (UTC)');
  });
});
