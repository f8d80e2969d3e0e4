import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { FileUsage } from '#contract/files.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { docx, pdf, png } from '#tests/server/applications/samples.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
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

const portal = portalOfFile(startSeededPortal);
const { owner } = callersOf(portal);

const typed = {
  user: { firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
  vehicleId: VEHICLE,
  purpose: 'insurance' as const,
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
  ['as a vehicle proof', () => template(), { usage: 'vehicleProof' }],
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
