import { crc32 } from 'node:zlib';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { utils, write } from 'cfb';

type Content = string | Uint8Array;

export async function zipOf(files: Record<string, Content>): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(files))
    await writer.add(
      name,
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content),
    );
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

export async function lockedZip(): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { password: 'secret' });
  await writer.add('proof.txt', new TextReader('The registration certificate.'));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const container = utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) utils.cfb_add(container, path, content);
  return Buffer.from(write(container, { type: 'buffer' }));
}

/** The streams of a binary Word document that are inspected. */
export function wordStreams(): Record<string, Buffer> {
  const document = Buffer.alloc(4096);
  document.writeUInt16LE(0xa5ec, 0);
  return { '/WordDocument': document, '/1Table': Buffer.alloc(4096) };
}

/** A PDF with one empty page; `objects` are added from number 10 on. */
export function pdfOf(catalogue = '', ...objects: readonly string[]): Buffer {
  const all = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>\nendobj',
    '4 0 obj\n<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note) >>\nendobj',
    ...objects.map((object, index) => `${10 + index} 0 obj\n${object}\nendobj`),
  ];
  return Buffer.from(`%PDF-1.7\n${all.join('\n')}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}

interface RarMember {
  name: string;
  content?: Uint8Array;
  /** Size in the header, if it is wrong. */
  size?: number;
}

/** A RAR 5.0 archive of stored files. */
export function rarOf(...members: readonly RarMember[]): Buffer {
  return Buffer.concat([
    Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]),
    header(vint(1), vint(0), vint(0)),
    ...members.flatMap(({ name, content = Buffer.alloc(0), size = content.length }) => [
      header(
        vint(2),
        vint(2),
        vint(content.length),
        vint(4),
        vint(size),
        vint(0),
        uint32(crc32(content)),
        vint(0),
        vint(1),
        vint(Buffer.byteLength(name)),
        Buffer.from(name),
      ),
      content,
    ]),
    header(vint(5), vint(0), vint(0)),
  ]);
}

function header(...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const sized = Buffer.concat([vint(body.length), body]);
  return Buffer.concat([uint32(crc32(sized)), sized]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Seven bits per byte, lowest first; the eighth bit marks that more follow. */
function vint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}
