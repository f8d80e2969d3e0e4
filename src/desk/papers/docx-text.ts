import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';

const DOCUMENT = 'word/document.xml';
const MAX_MEMBERS = 2000;
const MAX_UNPACKED_BYTES = 10 * 2 ** 20;
const MAX_PARAGRAPHS = 2000;

/** Reads the paragraphs of a Word document. Unpacks no other part of the file. */
export async function readDocx(content: Blob): Promise<string[]> {
  const zip = new ZipReader(new BlobReader(content), { useWebWorkers: false });
  let members = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    if (++members > MAX_MEMBERS) break;
    if (entry.filename === DOCUMENT && !entry.directory) return paragraphsOf(await unpack(entry));
  }
  throw new Error(`The file has no ${DOCUMENT}`);
}

async function unpack(entry: FileEntry): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  // Counts while unpacking, because the size in the header may be wrong.
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      bytes += chunk.length;
      if (bytes > MAX_UNPACKED_BYTES) throw new Error(`${DOCUMENT} is too large`);
      text += decoder.decode(chunk, { stream: true });
    },
  });
  await entry.getData(sink, { useWebWorkers: false });
  return text + decoder.decode();
}

/**
 * `Fallback` repeats the text of a shape for earlier versions of Word; the others are formatting.
 */
const SKIPPED = ['Fallback', 'rPr', 'pPr'];
const BREAKS: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n' };

export function paragraphsOf(xml: string): string[] {
  // Word never writes a document type. Its entities could expand to very long text.
  if (xml.includes('<!DOCTYPE')) throw new Error(`${DOCUMENT} has a document type`);
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  if (document.querySelector('parsererror')) throw new Error(`${DOCUMENT} is damaged`);
  const paragraphs: string[] = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT, (node) =>
    SKIPPED.includes((node as Element).localName)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const { localName } = walker.currentNode as Element;
    if (localName === 'p' && paragraphs.push('') > MAX_PARAGRAPHS) break;
    const text = localName === 't' ? walker.currentNode.textContent : BREAKS[localName];
    if (text && paragraphs.length > 0) paragraphs[paragraphs.length - 1] += text;
  }
  return paragraphs.slice(0, MAX_PARAGRAPHS);
}
