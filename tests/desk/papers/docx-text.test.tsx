import { Blob } from 'node:buffer';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { paragraphsOf, readDocx } from '#desk/papers/docx-text.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const documentOf = (body: string) =>
  `<w:document xmlns:w="${W}" xmlns:mc="urn:mc"><w:body>${body}</w:body></w:document>`;

async function docx(members: Record<string, string>) {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(members)) await zip.add(name, new TextReader(text));
  return new Blob([await zip.close()]) as never;
}

test('the paragraphs of a Word document are read as text', async () => {
  const body =
    '<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>Clause 1</w:t><w:tab/><w:t>§ &lt;b&gt;</w:t></w:r></w:p>' +
    '<w:p/><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:tc></w:tr></w:tbl>' +
    '<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>shape</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>shape</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>';
  const file = await docx({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': documentOf(body),
  });
  expect(await readDocx(file)).toEqual(['Clause 1\t§ <b>', '', 'a\nb', 'shape']);
});

test('a zip bomb is not unpacked', async () => {
  const bomb = await docx({ 'word/document.xml': ' '.repeat(11 * 2 ** 20) });
  await expect(readDocx(bomb)).rejects.toThrow('too large');
});

test.each([
  ['not a zip', new Blob(['plain text'])],
  ['another zip', await docx({ 'other.xml': '<x/>' })],
  ['broken XML', await docx({ 'word/document.xml': '<w:p>' })],
  ['entities', await docx({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
])('%s is rejected', async (_, file) => {
  await expect(readDocx(file as never)).rejects.toThrow();
});

test('only the beginning of an endless document is read', () => {
  expect(paragraphsOf(documentOf('<w:p/>'.repeat(3000)))).toHaveLength(2000);
});
