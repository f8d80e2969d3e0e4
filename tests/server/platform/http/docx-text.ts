import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';

/** The XML of a part, for example `word/styles.xml`. */
export async function docxPart(docx: Uint8Array, name: string): Promise<string> {
  const blob = new Blob([Uint8Array.from(docx)]);
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const part = entries.find(({ filename }) => filename === name);
  if (!part || part.directory) throw new Error(`no ${name}`);
  return part.getData(new TextWriter());
}

/** The text, one line per paragraph. */
export async function docxText(docx: Uint8Array): Promise<string> {
  return (await docxPart(docx, 'word/document.xml'))
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&apos;', '’')
    .replaceAll('&amp;', '&');
}
