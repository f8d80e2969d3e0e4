import { afterAll, beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { contractTexts } from '#server/platform/words/contracts.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { type Inhabited, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

let portal: Inhabited;
beforeAll(async () => {
  portal = await startSeededPortal({ HOLDER_NAME: 'Moteurs Réunis' });
});
afterAll(() => portal.close());

const typed = {
  user: { title: 'Dr', firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
  vehicleId: VEHICLE,
  purpose: 'insurance' as const,
  purposeDetails: 'A tariff by kilometres',
  thirdParty: { name: 'Insure & Söhne SA', location: 'Lyon' },
};

async function template(language: Language, input: object, token = portal.tokens.owner) {
  const { response } = await portal.call('agreementTemplate', input, { token, language });
  expect(response.headers['content-type']).toContain('wordprocessingml');
  const text = await docxText(response.rawPayload);
  return { text, disposition: decodeURIComponent(String(response.headers['content-disposition'])) };
}

test.each(languageCodes)(
  'the template is whole in %s, with what was typed',
  { tags: ['1-template'] },
  async (language) => {
    const { text, disposition } = await template(language, typed);
    const { title, fileName, clauses } = contractTexts[language];
    expect(disposition).toContain(`UTF-8''${fileName}.docx`);
    const name = language === 'zh' ? 'Dr Nowak Anna' : 'Dr Anna Nowak';
    for (const part of [title, 'Moteurs Réunis', name, 'Kraków', 'VF1AAAAAAAA000001'])
      expect(text).toContain(part);
    for (const part of ['A tariff by kilometres', 'Insure & Söhne SA', 'Lyon'])
      expect(text).toContain(part);
    for (const { heading } of clauses) expect(text).toContain(heading);
    expect(text).not.toMatch(/undefined|NaN|___/);
  },
);

test('the languages say the same: as many clauses, paragraphs and places to fill in', () => {
  const shape = (language: Language) =>
    contractTexts[language].clauses.map(({ paragraphs }) => paragraphs.map((p) => /___/.test(p)));
  for (const language of languageCodes) expect(shape(language)).toEqual(shape('en'));
  expect(new Set(languageCodes.map((code) => contractTexts[code].title)).size).toBe(6);
});

test('a title that the form offers is in words, in the language of the template', async () => {
  const { text } = await template('fr', { ...typed, user: { ...typed.user, title: 'ms' } });
  expect(text).toContain('Madame Anna Nowak');
});

test('purpose and country are in the language of the template', async () => {
  const { text } = await template('fr', typed);
  expect(text).toContain('Pologne');
  expect(text).toContain('Assurance');
});

test('what was not typed is left to be filled in by hand', async () => {
  const { text } = await template('en', {});
  expect(text.match(/…{10,}/g)?.length).toBeGreaterThanOrEqual(8);
});

test('a vehicle that is linked to another account is refused, its number not told', async () => {
  const { stranger: token } = portal.tokens;
  const answer = await portal.call('agreementTemplate', { vehicleId: VEHICLE }, { token });
  expect(answer).toMatchObject({ status: 422, code: codes.vehicleNotLinked });
  expect(answer.response.body).not.toContain('VF1');
});

test('a purpose that is none is refused by name', async () => {
  const { owner: token } = portal.tokens;
  const input = { purpose: 'curiosity' as 'other' };
  const answer = await portal.call('agreementTemplate', input, { token, language: 'pl' });
  expect(answer).toMatchObject({ status: 400, code: codes.invalid });
  expect(answer.response.json().data.fields).toEqual([{ field: 'purpose', problem: 'choice' }]);
});
