import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  DamagedFile,
  SettingError,
  StoreUnavailable,
} from '#server/platform/database/store-error.ts';
import { Bucket, timeouts } from '#server/platform/storage/bucket.ts';
import { storageMark, storageOf } from '#server/platform/storage/storage.ts';
import { needsSwift } from './needs-swift.ts';
import { type Swift, type SwiftSettings, startSwift } from './swift.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const HOUR = 60 * 60 * 1000;
/** More than one part of an upload. */
const LARGE = randomBytes(9 * 1024 * 1024);
const SMALL = Buffer.from('a proof');

let swift: Swift;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let settings: SwiftSettings;
let folder: string;
beforeAll(async () => {
  swift = await startSwift();
  proxy = await startTcpProxy(swift.port);
  settings = await swift.settingsOf(proxy.endpoint);
  folder = await mkdtemp(join(tmpdir(), 'bucket-'));
});
afterAll(async () => {
  await proxy.stop();
  await swift.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => proxy.setBehaviour('open'));

const open = (STORAGE_URL = settings.STORAGE_URL) =>
  storageOf({ config: { DATA_DIR: folder, STORAGE_URL } });
const withParameter = (name: string, value: string) => {
  const url = new URL(settings.STORAGE_URL);
  url.searchParams.set(name, value);
  return url.href;
};

async function stored(content: Buffer) {
  const received = await open().receive(Readable.from([content]));
  await received.persist();
  return received;
}

const keys = () => swift.keys(settings.bucket);
const temporary = () => readdir(join(folder, 'temp', 'files'));

test('content is read completely and in parts, without local copies', needsSwift, async () => {
  for (const content of [SMALL, LARGE]) {
    const { id, ...facts } = await stored(content);
    expect(facts.size).toBe(content.length);
    expect((await buffer(await open().read(id, facts))).equals(content)).toBe(true);
    const part = await buffer(await open().read(id, facts, { start: 2, end: 5 }));
    expect(part).toEqual(content.subarray(2, 6));
    for (const known of [facts, { size: facts.size }]) {
      const ranges = await open().open(id, known);
      expect(Buffer.from(await ranges.slice(1, 4))).toEqual(content.subarray(1, 4));
      await ranges.close();
    }
    await open().check(id, facts);
    expect(await keys()).toContain(`portal/files/${id}`);
  }
  expect(await temporary()).toEqual([]);
});

test('concurrent uploads are limited, because their parts are in memory', needsSwift, async () => {
  const received = [];
  for (let count = 0; count < 16; count++)
    received.push(await open().receive(Readable.from([SMALL])));
  await Promise.all(received.map((one) => one.persist()));
  expect(proxy.maxConnections).toBeLessThanOrEqual(4);
  for (const { id, ...facts } of received) await open().check(id, facts);
});

test('a wrong secret key is rejected and damages nothing', needsSwift, async () => {
  const { id, ...facts } = await stored(SMALL);
  const right = process.env.AWS_SECRET_ACCESS_KEY;
  process.env.AWS_SECRET_ACCESS_KEY = 'another';
  try {
    // Other parameters: a client caches its keys.
    const wrong = open(withParameter('encryption', 'AES256'));
    await expect(wrong.check(id, facts)).rejects.toThrow(/SignatureDoesNotMatch/);
    await expect(wrong.check(id, facts)).rejects.toThrow(StoreUnavailable);
  } finally {
    process.env.AWS_SECRET_ACCESS_KEY = right;
  }
});

describe('content that', needsSwift, () => {
  const damages = {
    'was replaced': (key: string) => put(key, Buffer.from('a pr00f')),
    grew: (key: string) => put(key, Buffer.from('a proof and more')),
    'was truncated': (key: string) => put(key, Buffer.from('a pro')),
    'was deleted': (Key: string) =>
      swift.client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key })),
  };
  const put = (Key: string, Body: Buffer) =>
    swift.client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body }));

  test.for(Object.entries(damages))('%s is never served', async ([what, damage]) => {
    const { id, ...facts } = await stored(SMALL);
    await damage(`portal/files/${id}`);
    await expect(open().read(id, facts)).rejects.toThrow(DamagedFile);
    await expect(open().open(id, facts)).rejects.toThrow(DamagedFile);
    await expect(open().check(id, facts)).rejects.toThrow(DamagedFile);
    const ranges = await open().open(id, { size: facts.size });
    if (what !== 'was replaced') await expect(ranges.slice(0, 3)).rejects.toThrow(DamagedFile);
    expect(await temporary()).toEqual([]);
  });
});

describe('a store', needsSwift, () => {
  const outages = ['refuses connections', 'does not respond', 'breaks connections'] as const;

  test.for(outages)('that %s is unavailable, and its content undamaged', async (way) => {
    const { id, ...facts } = await stored(LARGE);
    const { idle } = timeouts;
    timeouts.idle = 300;
    onTestFinished(() => {
      timeouts.idle = idle;
    });
    // Another spelling: a client caches its timeouts.
    const far = open(withParameter('endpoint', `${proxy.endpoint}/`));
    const received = await far.receive(Readable.from([SMALL]));
    proxy.setBehaviour(way);
    await expect(far.read(id, facts)).rejects.toThrow(StoreUnavailable);
    await expect(far.check(id, facts)).rejects.toThrow(StoreUnavailable);
    if (way !== 'breaks connections')
      await expect(received.persist()).rejects.toThrow(StoreUnavailable);
    proxy.setBehaviour('open');
    await open().check(id, facts);
    if (way !== 'breaks connections')
      expect(await keys()).not.toContain(`portal/files/${received.id}`);
    await received.discard();
    expect(await temporary()).toEqual([]);
  });

  test('whose bucket is missing counts as unavailable, and its content not as missing', async () => {
    const elsewhere = open(settings.STORAGE_URL.replace(settings.bucket, 'nowhere'));
    const facts = { size: 1, sha256: '' };
    await expect(elsewhere.check('any', facts)).rejects.toThrow(StoreUnavailable);
  });

  test.each([
    ['', {}],
    ['?encryption=AES256', { ServerSideEncryption: 'AES256' }],
    ['?encryption=aws:kms', { ServerSideEncryption: 'aws:kms' }],
    ['?encryption=aws:kms:a:key', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: 'a:key' }],
  ])('at s3://bucket%s gets the encryption parameters of its URL', (parameters, expected) => {
    expect(new Bucket(`s3://bucket${parameters}`).encryption).toEqual(expected);
  });

  test('receives the configured encryption', async () => {
    // This store has no encryption keys, and rejects the request.
    for (const encryption of ['AES256', 'aws:kms:a-key']) {
      const encrypting = open(withParameter('encryption', encryption));
      const received = await encrypting.receive(Readable.from([SMALL]));
      await expect(received.persist()).rejects.toThrow(/encryption is not supported/);
    }
  });
});

test(
  'interrupted uploads are removed after an hour, locally and in the bucket',
  needsSwift,
  async () => {
    const at = { Bucket: settings.bucket, Key: 'portal/files/broken' };
    const { UploadId } = await swift.client.send(new CreateMultipartUploadCommand(at));
    const Body = Buffer.alloc(5 * 1024 * 1024);
    await swift.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body }));
    await open().receive(Readable.from([SMALL]));
    const uploads = async () =>
      (await swift.client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket })))
        .Uploads ?? [];
    expect(await open().removePartial(Date.now() - HOUR)).toBe(0);
    expect(await uploads()).toHaveLength(1);
    expect(await open().removePartial(Date.now() + HOUR)).toBe(2);
    expect(await uploads()).toEqual([]);
    expect(await temporary()).toEqual([]);
  },
);

test(
  'removed content stays in the trash until it is emptied, and removals are reported',
  needsSwift,
  async () => {
    const { id } = await stored(SMALL);
    const later = Date.now() + HOUR;
    expect(await open().storedBefore(later)).toContain(id);
    await open().remove(id, 'no form named it');
    expect(await open().storedBefore(later)).not.toContain(id);
    expect(await keys()).toContain(`portal/files/${id}`);
    expect(await open().emptyTrash(Date.now() - HOUR)).toBe(0);
    expect(await open().emptyTrash(later)).toBe(1);
    const left = (await keys()).filter((key) => key.includes(id));
    expect(left).toEqual([expect.stringMatching(`^portal/removals/\\S+Z-files-${id}$`)]);
  },
);

test('erased content is deleted at once, even from the trash', needsSwift, async () => {
  const [one, two, other] = [await stored(SMALL), await stored(SMALL), await stored(SMALL)];
  await open().remove(one.id, 'removed');
  await open().erase(one.id, 'erased');
  expect(await open().eraseAll(two.id.slice(0, 20), 'erased')).toBe(1);
  const left = (await keys()).filter((key) => key.startsWith('portal/files/'));
  expect(left.join()).not.toMatch(`${one.id}|${two.id}`);
  expect(left).toContain(`portal/files/${other.id}`);
});

describe('the start fails with a message', needsSwift, () => {
  const mark = (STORAGE_URL: string) => storageMark({ DATA_DIR: folder, STORAGE_URL });

  test('on a bucket that two installations marked concurrently', async () => {
    const { bucket, STORAGE_URL } = await swift.settingsOf();
    const fresh = mark(STORAGE_URL);
    await fresh.write('one');
    expect(await fresh.read()).toBe('one');
    await expect(fresh.write('two')).rejects.toThrow(
      `STORAGE_URL=s3://${bucket}/portal/ has the marks of two installations, one and two`,
    );
    await expect(fresh.read()).rejects.toThrow(SettingError);
  });

  test.for([
    [
      'a missing bucket',
      () => settings.STORAGE_URL.replace(settings.bucket, 'nowhere'),
      /^STORAGE_URL=s3:\/\/nowhere\/portal\/ cannot be used: .*NoSuchBucket/,
    ],
    [
      'a wrong endpoint',
      () => withParameter('endpoint', 'http://127.0.0.1:1'),
      /^STORAGE_URL=.* cannot be used: .*ECONNREFUSED/,
    ],
  ] as const)('with %s', async ([, wrong, message]) => {
    await expect(mark(wrong()).read()).rejects.toThrow(message);
    await expect(mark(wrong()).read()).rejects.toThrow(SettingError);
  });
});
