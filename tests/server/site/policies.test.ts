import { expect, test } from 'vitest';
import type { Policy } from '#contract/common.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { cookiePolicy, type PolicyFacts, privacyPolicy } from '#server/site/policies.ts';

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

test.each(languageCodes)(
  'the policies in %s equal their approved texts',
  async (language: Language) => {
    const pages = [privacyPolicy, cookiePolicy].map((policy) => pageOf(policy(language, facts)));
    await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot(`policies/${language}.txt`);
  },
);
