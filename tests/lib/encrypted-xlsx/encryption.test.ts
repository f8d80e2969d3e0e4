import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import officeCrypto from 'officecrypto-tool';
import { describe, expect, test } from 'vitest';
import { CompoundFileWriter } from '#lib/encrypted-xlsx/compound-file.ts';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { openPackage } from './open-package.ts';
import { readCompoundFile } from './read-compound-file.ts';

const folder = temporaryFolder('encryption');

async function encrypt(data: Buffer, password: string): Promise<Buffer> {
  const path = join(folder, `${data.length}.xlsx`);
  await writeFile(path, '');
  const file = await open(path, 'r+');
  const writer = encryptingStream(file, password).getWriter();
  for (let start = 0; start < data.length; start += 10_007) {
    await writer.write(data.subarray(start, start + 10_007));
  }
  await writer.close();
  await file.close();
  return readFile(path);
}

/**
 * Random bytes with the signature of a zip, by which the decryptor recognizes the right password.
 */
function document(size: number): Buffer {
  const bytes = randomBytes(size);
  Buffer.from('PK\u0003\u0004').copy(bytes);
  return bytes;
}

describe('documents of all sizes are restored', () => {
  const aroundBatch = [64 * 4096 - 1, 64 * 4096, 64 * 4096 + 1];
  test.each([0, 1, 3, 4, 15, 16, 17, 4071, 4087, 4088, 4095, 4096, 4097, 8192, ...aroundBatch])(
    '%i bytes',
    async (size) => {
      const data = document(size);
      const { content, isIntact } = openPackage(
        await encrypt(data, 'pässwörd 密码'),
        'pässwörd 密码',
      );
      expect(content.equals(data)).toBe(true);
      expect(isIntact).toBe(true);
    },
  );

  // The library takes seconds for each, and does not accept less than four bytes.
  test.each([17, 4097, 7_500_000])('%i bytes, by another library', async (size) => {
    const data = document(size);
    const encrypted = await encrypt(data, 'pässwörd 密码');
    const decrypted = await officeCrypto.decrypt(encrypted, { password: 'pässwörd 密码' });
    expect(decrypted.equals(data)).toBe(true);
  });

  test.each([0, 1, 3])('%i bytes are padded to one block at most', async (size) => {
    const encrypted = await encrypt(randomBytes(size), 'secret');
    const streams = readCompoundFile(encrypted).streams;
    expect(streams.get('EncryptedPackage')?.readBigUInt64LE()).toBe(BigInt(size));
    expect(streams.get('EncryptedPackage')).toHaveLength(size === 0 ? 8 : 24);
  });
});

test('a wrong password is rejected', async () => {
  const encrypted = await encrypt(document(5000), 'secret');
  await expect(officeCrypto.decrypt(encrypted, { password: 'Secret' })).rejects.toThrow(
    /incorrect/,
  );
});

test('one changed bit of the package is detected', async () => {
  const encrypted = await encrypt(document(5000), 'secret');
  encrypted[4096 + 2500] = (encrypted[4096 + 2500] ?? 0) ^ 1;
  expect(openPackage(encrypted, 'secret').isIntact).toBe(false);
});

test('the same document and password give different files', async () => {
  const data = document(5000);
  expect((await encrypt(data, 'secret')).equals(await encrypt(data, 'secret'))).toBe(false);
});

describe('a compound file', () => {
  // The largest needs FAT sectors beyond the 109 in the header.
  test.each([
    [0, 3],
    [1, 3],
    [4095, 3],
    [4096, 3],
    [4097, 3],
    [109 * 128 * 512 - 4096, 3],
    [16_000_000, 3],
    [4096, 4],
    [4097, 4],
    [16_000_000, 4],
  ])('of %i bytes in version %i contains every stream completely', async (size, version) => {
    const path = join(folder, 'compound');
    await writeFile(path, '');
    const file = await open(path, 'r+');
    const writer = new CompoundFileWriter(file, version === 4 ? 0 : undefined);
    const hash = createHash('sha256');
    for (let left = size; left > 0; left -= 1_000_003) {
      const piece = randomBytes(Math.min(left, 1_000_003));
      hash.update(piece);
      await writer.write(piece);
    }
    const small = ['a', 'Bb', 'ccc', 'Dddd', 'eeeee', 'f'.repeat(31)].map((name, index) => ({
      name,
      bytes: randomBytes(index * 700),
    }));
    await writer.finish('Large', [
      ...small,
      { name: 'Folder', children: [{ name: 'in', bytes: Buffer.from('x') }] },
    ]);
    await file.close();
    const read = readCompoundFile(await readFile(path));
    expect(read.version).toBe(version);
    const large = read.streams.get('Large') ?? Buffer.alloc(0);
    expect(large).toHaveLength(size);
    expect(createHash('sha256').update(large).digest('hex')).toBe(hash.digest('hex'));
    for (const { name, bytes } of small) expect(read.streams.get(name)?.equals(bytes)).toBe(true);
    expect(read.streams.get('Folder/in')?.toString()).toBe('x');
  });
});
