import { expect, test, vi } from 'vitest';
import { machineWords } from '#charts/words/chart-words.ts';
import { codes } from '#contract/codes.ts';
import { languageCodes } from '#contract/languages.ts';
import { refusalText } from '#server/platform/words/refusals.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { privacyPolicy } from '#server/requester/policies.ts';
import { codeMail } from '#server/workflow/challenge/code-mail.ts';

// Other limits than the portal's: no text can know them but from the constants.
vi.mock('#machines/limits.ts', async (original) => ({
  ...(await original<object>()),
  CODE_MINUTES: 41,
  MAX_WRONG_TRIES: 42,
  LOCK_HOURS: 43,
}));
vi.mock('#contract/limits.ts', async (original) => ({
  ...(await original<object>()),
  MAX_FILE_MEBIBYTES: 44,
  UNNAMED_FILE_DAYS: 45,
  SIGN_IN_TRACE_DAYS: 46,
  LOGIN_DAYS: 47,
  CONSENT_DAYS: 48,
}));

const facts = {
  holderName: 'Test Motors',
  contactMailbox: 'data@example.eu',
  answerDays: 60,
  reportDays: 60,
  recordDays: 60,
};

/** The numbers from 41 to 48 that a text names, each once. */
const limitsIn = (text: string) => [...new Set(text.match(/\b4[1-8]\b/g))].sort();

test.each(languageCodes)('texts in %s name the limits that are in force', (language) => {
  const policy = privacyPolicy(language, facts).sections.flatMap(({ paragraphs }) => paragraphs);
  expect(limitsIn(codeMail(language, '123456').body)).toEqual(['41', '42', '43']);
  expect(limitsIn(refusalText(language, codes.locked, {}))).toEqual(['42', '43']);
  expect(limitsIn(refusalText(language, codes.locked, { lockedUntil: 0 }))).toEqual(['42', '43']);
  expect(refusalText(language, codes.tooLarge, { file: 'a.pdf' })).toMatch(/\b44 ?M/);
  expect(limitsIn(refusalText(language, codes.tooManyFiles, {}))).toEqual(['45']);
  expect(limitsIn(policy.join('\n'))).toEqual(['41', '42', '43', '45', '46', '47', '48']);
  expect(machineWords(wordsOf(language), 'challenge').states.locked).toMatch(/\b43\b/);
});
