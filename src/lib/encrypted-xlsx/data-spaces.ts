import type { SmallNode } from './mini-stream.ts';

/** Reader, updater and writer version 1.0. */
const VERSIONS = Buffer.from('010000000100000001000000', 'hex');
const SPACE = 'StrongEncryptionDataSpace';
const TRANSFORM = 'StrongEncryptionTransform';

/** The storage that says: EncryptedPackage is encrypted ([MS-OFFCRYPTO] 2.1 and 2.3.4). The same in every file. */
export const dataSpaces: SmallNode = {
  name: '\u0006DataSpaces',
  children: [
    {
      name: 'Version',
      bytes: Buffer.concat([text('Microsoft.Container.DataSpaces'), VERSIONS]),
    },
    { name: 'DataSpaceMap', bytes: dataSpaceMap() },
    {
      name: 'DataSpaceInfo',
      children: [{ name: SPACE, bytes: Buffer.concat([numbers(8, 1), text(TRANSFORM)]) }],
    },
    {
      name: 'TransformInfo',
      children: [{ name: TRANSFORM, children: [{ name: '\u0006Primary', bytes: transform() }] }],
    },
  ],
};

function dataSpaceMap(): Buffer {
  const entry = Buffer.concat([numbers(1, 0), text('EncryptedPackage'), text(SPACE)]);
  return Buffer.concat([numbers(8, 1, entry.length + 4), entry]);
}

function transform(): Buffer {
  const id = text('{FF9A3F03-56EF-4613-BDD5-5A41C1D07246}');
  const name = text('Microsoft.Container.EncryptionTransform');
  return Buffer.concat([numbers(id.length + 8, 1), id, name, VERSIONS, numbers(0, 0, 0, 4)]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** UTF-16 with its length in bytes before it, filled up to a multiple of 4 (UNICODE-LP-P4). */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf16le');
  return Buffer.concat([numbers(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}
