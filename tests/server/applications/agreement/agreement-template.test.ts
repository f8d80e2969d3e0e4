import { parse } from 'content-disposition';
import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { FileUsage } from '#contract/files.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { clauses } from '#server/applications/agreement/agreement-clauses.ts';
import { docx, pdf, png } from '#tests/server/applications/samples.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { expectTranslation } from '#tests/server/expect-translation.ts';
import { docxPart, docxText } from '#tests/server/platform/http/docx-text.ts';
import { zipOf } from '#tests/server/platform/inspection/documents.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { zippedTexts } from '#tests/server/reports/report-request.ts';
import {
  contents,
  qualifiedForThirdParty,
  requestAt,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';

// Documents are written in a thread.
vi.mock('docx', () => {
  throw new Error('docx is loaded on the main thread');
});

const portal = portalOfFile(() => startSeededPortal({ HOLDER_NAME: 'Moteurs Réunis' }));
const { owner, stranger } = callersOf(portal);

const typed = {
  user: { title: 'Dr', firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
  vehicleId: VEHICLE,
  purpose: 'insurance' as const,
  purposeDetails: 'A tariff by kilometres',
  thirdParty: { name: 'Insure & Söhne «SA»', location: 'Lyon' },
};

async function template(language: Language = 'en', input: object = typed): Promise<Buffer> {
  const caller = { ...owner, language };
  return (await portal.call('agreementTemplate', input, caller)).response.rawPayload;
}

type Parts = Record<string, string>;

/** The template as an office program saves it after a change. */
async function saved(change: (parts: Parts) => Parts = (parts) => parts): Promise<Buffer> {
  return zipOf(change(await zippedTexts(await template())));
}

const inText =
  (change: (xml: string) => string) =>
  (parts: Parts): Parts => ({
    ...parts,
    'word/document.xml': change(parts['word/document.xml'] ?? ''),
  });

const upload = (
  content: Uint8Array,
  { usage = 'agreement' as FileUsage, name = 'agreement.docx', language = 'en' as Language } = {},
) =>
  portal.upload(
    'personUploadCert',
    { fields: { usage }, file: { name, content } },
    { ...owner, language },
  );

const fileNames: Record<string, string> = {
  en: 'data-sharing-agreement',
  zh: '数据共享协议',
  fr: 'accord-de-partage-de-données',
  pl: 'umowa-o-udostępnianiu-danych',
  es: 'acuerdo-de-intercambio-de-datos',
  pt: 'acordo-de-partilha-de-dados',
};

test.each(languageCodes)(
  'the unchanged template in %s is no signed agreement',
  async (language) => {
    const before = await contents(portal);
    const answer = await upload(await template(language), { language });
    const data = { file: 'agreement.docx' };
    expect(answer).toMatchObject({ status: 400, code: codes.agreementUnsigned, data });
    const isEnglish = answer.message.startsWith('This is the unchanged contract template. ');
    expect(isEnglish).toBe(language === 'en');
    expect(await contents(portal)).toEqual(before);
  },
);

/** Splits the text into runs, as office programs do when they check the spelling. */
const split = (xml: string) =>
  xml.replace(/(<w:t [^>]*>)(\w+) /g, '$1$2</w:t></w:r><w:proofErr/><w:r>$1 ');

test.each<[string, () => Promise<Uint8Array>, Parameters<typeof upload>[1]?]>([
  ['saved by another program', () => saved(inText(split))],
  ['with other facts', () => saved(inText((xml) => xml.replace('Nowak', 'Kowalska')))],
  ['without facts', () => template('en', {})],
  ['with another name', () => template(), { name: 'SIGNED.DOCX' }],
  ['as supplementary information', () => template(), { usage: 'supplement' }],
  // A form can name any upload of its sender as the agreement.
  ['as a vehicle proof', () => template(), { usage: 'vehicleProof' }],
  ['as material of the third party', () => template(), { usage: 'thirdPartyMaterial' }],
])('the template %s is still the unchanged template', async (_, content, options) => {
  expect((await upload(await content(), options)).code).toBe(codes.agreementUnsigned);
});

const filled = (xml: string) => xml.replace(/ends on: …+/, 'ends on: 31 December 2027');

test.each<[string, () => Promise<Uint8Array> | Uint8Array, Parameters<typeof upload>[1]?]>([
  ['with a filled blank', () => saved(inText(filled))],
  [
    'with a picture of the signatures',
    () => saved((parts) => ({ ...parts, 'word/media/a.png': 'x' })),
  ],
  [
    'with a digital signature',
    () => saved((parts) => ({ ...parts, '_xmlsignatures/a.xml': '<a/>' })),
  ],
  ['replaced by another document', docx],
  ['replaced by a scan', () => png, { name: 'scan.png' }],
  ['replaced by a PDF', () => pdf, { name: 'scan.pdf' }],
])('an agreement %s is accepted', async (_, content, options) => {
  expect(await upload(await content(), options)).toMatchObject({ code: codes.ok });
});

test('a document of many opened tags is read in linear time', async () => {
  // With a quadratic expression, this takes hours.
  const document = inText(() => '<'.repeat(4_000_000));
  expectCode(await upload(await saved(document)), codes.ok);
});

test('a data request for a third party needs an agreement', async () => {
  const applicationNumber = await qualifiedForThirdParty(portal);
  const form = { ...requestAt(portal.services.now()), agreement: [] };
  const sent = { applicationNumber, revision: 2, form };
  const message = 'Please upload the Data Sharing Agreement';
  const answer = await portal.call('personDataApplication', sent, owner);
  expectAnswer(answer, { code: codes.agreementMissing, message });
});

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
    const english = await docxText(await template());
    await expect(english).toMatchFileSnapshot('agreement.txt');
    expectTranslation({ text, english }, ['Moteurs Réunis', 'Anna Nowak', 'Insure & Söhne «SA»']);

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
  const ofMs = { ...typed, user: { ...typed.user, title: 'ms' } };
  const text = await docxText(await template('fr', ofMs));
  expect(text).toContain('Madame Anna Nowak');
  const blank = await docxText(await template('en', {}));
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
