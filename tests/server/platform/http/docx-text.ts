import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';

/** The text of a docx, a paragraph a line. */
export async function docxText(docx: Uint8Array): Promise<string> {
  const blob = new Blob([Uint8Array.from(docx)]);
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const main = entries.find(({ filename }) => filename === 'word/document.xml');
  if (!main || main.directory) throw new Error('no document');
  const xml = await main.getData(new TextWriter());
  return xml
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&apos;', '’')
    .replaceAll('&amp;', '&');
}
