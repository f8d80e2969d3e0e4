import { parse } from 'content-disposition';
import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { clauses } from '#server/applications/agreement/agreement-clauses.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { docxPart, docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

// Documents are written in a thread.
vi.mock('docx', () => {
  throw new Error('docx is loaded on the main thread');
});

const portal = portalOfFile(() => startSeededPortal({ HOLDER_NAME: 'Moteurs Réunis' }));

const fileNames: Record<string, string> = {
  en: 'data-sharing-agreement',
  zh: '数据共享协议',
  fr: 'accord-de-partage-de-données',
  pl: 'umowa-o-udostępnianiu-danych',
  es: 'acuerdo-de-intercambio-de-datos',
  pt: 'acordo-de-partilha-de-dados',
};

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
  return { text, disposition: parse(String(response.headers['content-disposition'])) };
}

test.each(languageCodes)(
  'the template in %s is complete and contains the input',
  { tags: ['1-template'] },
  async (language) => {
    const { text, disposition } = await template(language, typed);
    const translate = wordsOf(language);
    expect(disposition.type).toBe('attachment');
    expect(disposition.parameters.filename).toBe(`${fileNames[language]}.docx`);
    for (const part of ['Moteurs Réunis', 'Dr Anna Nowak', 'Kraków', 'VF1AAAAAAAA000001'])
      expect(text).toContain(part);
    for (const part of ['A tariff by kilometres', 'Insure & Söhne SA', 'Lyon'])
      expect(text).toContain(part);
    for (const { heading } of clauses) expect(text).toContain(translate(heading));
    expect(text).not.toMatch(/undefined|NaN|___/);
    await expect(text).toMatchFileSnapshot(`agreements/${language}.txt`);
  },
);

test.each(languageCodes)(
  'the template in %s has the structure that office programs need',
  async (language) => {
    const { owner: token } = portal.tokens;
    const { response } = await portal.call('agreementTemplate', typed, { token, language });
    const part = (name: string) => docxPart(response.rawPayload, name);
    const isChinese = language === 'zh';
    // Language of the spell checker.
    const styles = await part('word/styles.xml');
    const spelledIn = isChinese ? 'w:eastAsia="zh-CN"' : `w:val="${language}"`;
    expect(styles).toMatch(new RegExp(`<w:lang [^>]*${spelledIn}`));
    expect(styles).toMatch(/<w:rFonts [^>]*w:eastAsia="SimSun"/);
    const document = await part('word/document.xml');
    expect(document.includes('<w:i/>'), 'Chinese type has no italics').toBe(!isChinese);
    const properties = await part('docProps/core.xml');
    const [, title] = /<dc:title>(.*)<\/dc:title>/.exec(properties) ?? [];
    expect(document).toContain(title);
    expect(properties).toContain('<dc:creator>Moteurs Réunis</dc:creator>');
    // Current page and number of pages.
    expect(await part('word/footer1.xml')).toMatch(/>PAGE<.* \/ .*>NUMPAGES</s);
    const numbering = await part('word/numbering.xml');
    const levels = numbering.matchAll(
      /<w:numFmt w:val="(\w+)"\/>\s*<w:lvlText w:val="([^"]*%[^"]*)"/g,
    );
    expect([...levels].map(([, format, text]) => [format, text])).toEqual([
      ['decimal', '%1.'],
      ['decimal', '%1.%2'],
    ]);
    // Headings stay with their paragraphs, rows on one page.
    const headings = [...document.matchAll(/<w:pPr><w:pStyle w:val="Heading2"\/>.*?<\/w:pPr>/g)];
    expect(headings.length).toBe(clauses.length + 2);
    for (const [heading] of headings) expect(heading).toContain('<w:keepNext/>');
    const rows = [...document.matchAll(/<w:tr>.*?<\/w:tr>/gs)];
    expect(rows).toHaveLength(5 + 3);
    for (const [row] of rows) expect(row).toContain('<w:cantSplit/>');
  },
);

test.each(languageCodes)('the blanks are the same in %s', (language) => {
  const translate = wordsOf(language);
  for (const { paragraphs } of clauses)
    for (const paragraph of paragraphs)
      expect(translate(paragraph).includes('___'), paragraph.message).toBe(
        paragraph.message?.includes('___'),
      );
});

test('the template says where to send it for the signature of the data holder', async () => {
  const { text } = await template('en', typed);
  expect(text).toContain(`send it to ${portal.services.config.CONTACT_MAILBOX}: the data holder`);
});

test('the title of the user is translated', async () => {
  const { text } = await template('fr', { ...typed, user: { ...typed.user, title: 'ms' } });
  expect(text).toContain('Madame Anna Nowak');
});

test('purpose and country are translated', async () => {
  const { text } = await template('fr', typed);
  expect(text).toContain('Pologne');
  expect(text).toContain('Assurance');
});

test('missing input becomes a blank', async () => {
  const { text } = await template('en', {});
  expect(text.match(/…{10,}/g)?.length).toBeGreaterThanOrEqual(8);
});

test('a vehicle of another account is rejected without its VIN', async () => {
  const { stranger: token } = portal.tokens;
  const answer = await portal.call('agreementTemplate', { vehicleId: VEHICLE }, { token });
  expectAnswer(answer, { status: 422, code: codes.vehicleNotLinked });
  expect(answer.response.body).not.toContain('VF1');
});

test('an invalid purpose is rejected with the name of its field', async () => {
  const { owner: token } = portal.tokens;
  const input = { purpose: 'curiosity' as 'other' };
  const answer = await portal.call('agreementTemplate', input, { token, language: 'pl' });
  expectAnswer(answer, { status: 400, code: codes.invalid });
  expect(answer.response.json().data.fields).toEqual([{ field: 'purpose', problem: 'choice' }]);
});
