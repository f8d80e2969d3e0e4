import { zippedTexts } from '#tests/server/reports/report-request.ts';

/** The XML of a part, for example `word/styles.xml`. */
export async function docxPart(docx: Uint8Array, name: string): Promise<string> {
  const part = (await zippedTexts(docx))[name];
  if (part === undefined) throw new Error(`no ${name}`);
  return part;
}

/** The text, one line per paragraph. */
export async function docxText(docx: Uint8Array): Promise<string> {
  return (await docxPart(docx, 'word/document.xml'))
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&apos;', '’')
    .replaceAll('&amp;', '&');
}
