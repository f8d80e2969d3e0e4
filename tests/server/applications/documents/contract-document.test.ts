import { parse } from 'content-disposition';
import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { clauses } from '#server/applications/agreement/agreement-clauses.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { expectTranslation } from '#tests/server/expect-translation.ts';
import { docxPart, docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

// Documents are written in a thread.
vi.mock('docx', () => {
  throw new Error('docx is loaded on the main thread');
});

const portal = portalOfFile(() => startSeededPortal({ HOLDER_NAME: 'Moteurs Réunis' }));
const { owner, stranger } = callersOf(portal);

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

async function template(language: Language, input: object) {
  const { response } = await portal.call('agreementTemplate', input, { ...owner, language });
  return docxText(response.rawPayload);
}

test.each(languageCodes)(
  'the template in %s has the facts of the approved text and the structure that office programs need',
  { tags: ['1-template'] },
  async (language) => {
    const { response } = await portal.call('agreementTemplate', typed, { ...owner, language });
    expect(response.headers['content-type']).toContain('wordprocessingml');
    const disposition = parse(String(response.headers['content-disposition']));
    expect(disposition.type).toBe('attachment');
    expect(disposition.parameters.filename).toBe(`${fileNames[language]}.docx`);
    const text = await docxText(response.rawPayload);
    const english = await template('en', typed);
    await expect(english).toMatchFileSnapshot('agreement.txt');
    expectTranslation({ text, english }, ['Moteurs Réunis', 'Anna Nowak', 'Insure & Söhne SA']);

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

test('the title of the user is translated, and missing input becomes a blank', async () => {
  const text = await template('fr', { ...typed, user: { ...typed.user, title: 'ms' } });
  expect(text).toContain('Madame Anna Nowak');
  const blank = await template('en', {});
  expect(blank.match(/…{10,}/g)?.length).toBeGreaterThanOrEqual(8);
});

test('a vehicle of another account is rejected without its VIN', async () => {
  const answer = await portal.call('agreementTemplate', { vehicleId: VEHICLE }, stranger);
  expectAnswer(answer, { status: 422, code: codes.vehicleNotLinked });
  expect(answer.message).toContain(
    'No vehicles under the account are eligible, data access temporarily unsupported.',
  );
  expect(answer.response.body).not.toContain('VF1');
});

test('an invalid purpose is rejected with the name of its field', async () => {
  const input = { purpose: 'curiosity' as 'other' };
  const answer = await portal.call('agreementTemplate', input, { ...owner, language: 'pl' });
  expectAnswer(answer, { status: 400, code: codes.invalid });
  expect(answer.response.json().data.fields).toEqual([{ field: 'purpose', problem: 'choice' }]);
});
