import { expect, test } from 'vitest';
import type { Policy } from '#contract/common.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { cookiePolicy, type PolicyFacts, privacyPolicy } from '#server/site/policies.ts';
import { expectTranslation } from '#tests/server/expect-translation.ts';

const facts: PolicyFacts = {
  holderName: 'Example Motors',
  contactMailbox: 'data-access@motors.example',
  dataProtectionMailbox: 'privacy@motors.example',
  transferCountries: ['US', 'JP'],
  answerDays: 30,
  reportDays: 14,
  recordDays: 1095,
  trashDays: 30,
};

function pageOf({ title, sections }: Policy): string {
  const texts = sections.map(({ heading, paragraphs }) =>
    [`# ${heading}`, ...paragraphs].join('\n\n'),
  );
  return [`=== ${title}`, ...texts].join('\n\n');
}

const pagesIn = (language: Language) =>
  [privacyPolicy, cookiePolicy].map((policy) => pageOf(policy(language, facts))).join('\n\n');

test('the policies in English equal their approved texts', async () => {
  await expect(`${pagesIn('en')}\n`).toMatchFileSnapshot('policies.txt');
});

const names = [
  'Example Motors',
  ...Object.values(cookieNames).filter((name) => name.includes('-')),
];

test.each(languageCodes)(
  'the policies in %s have the paragraphs and facts of the English ones',
  (language) => expectTranslation({ text: pagesIn(language), english: pagesIn('en') }, names),
);
