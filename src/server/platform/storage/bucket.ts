import type { S3Client, S3ClientConfig, ServerSideEncryption } from '@aws-sdk/client-s3';
import { DamagedFile, StorageUnavailable } from '#server/platform/database/store-error.ts';

/** Timeouts in ms, which tests change, and number of attempts, including the first. */
export const timeouts = { connection: 2000, idle: 5000, request: 60_000 };
const ATTEMPTS = 2;

/** Loaded on demand: the SDK is large, and most installations do not use it. */
const load = () => import('@aws-sdk/client-s3');

const clients = new Map<string, S3Client>();

export class Bucket {
  readonly #name: string;
  /** Empty, or ends with a slash. */
  readonly #prefix: string;
  readonly #url: string;
  readonly #parameters: URLSearchParams;

  constructor(url: string) {
    const { host, pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^\/|\/$/g, '');
    this.#name = host;
    this.#prefix = path === '' ? '' : `${path}/`;
    this.#url = `s3://${host}/${this.#prefix}`;
    this.#parameters = searchParams;
  }

  urlOf(key: string): string {
    return this.#url + key;
  }

  at(key: string) {
    return { Bucket: this.#name, Key: this.#prefix + key };
  }

  get encryption(): { ServerSideEncryption?: ServerSideEncryption; SSEKMSKeyId?: string } {
    const encryption = this.#parameters.get('encryption');
    if (encryption === null) return {};
    if (encryption === 'AES256') return { ServerSideEncryption: 'AES256' };
    const [, SSEKMSKeyId] = /^aws:kms:(.+)$/.exec(encryption) ?? [];
    return { ServerSideEncryption: 'aws:kms', ...(SSEKMSKeyId && { SSEKMSKeyId }) };
  }

  /**
   * @throws {DamagedFile} if the object is missing or too short
   * @throws {StorageUnavailable} for every other error
   */
  async ask<T>(
    work: (client: S3Client, sdk: Awaited<ReturnType<typeof load>>) => Promise<T>,
  ): Promise<T> {
    try {
      const sdk = await load();
      return await work(this.#client(sdk), sdk);
    } catch (error) {
      throw this.#read(error);
    }
  }

  async probe(): Promise<void> {
    await this.ask((client, { ListObjectsV2Command }) => {
      const { Bucket, Key: Prefix } = this.at('installation/');
      return client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
    });
  }

  async put(key: string, body: string): Promise<void> {
    await this.ask((client, { PutObjectCommand }) =>
      client.send(new PutObjectCommand({ ...this.at(key), ...this.encryption, Body: body })),
    );
  }

  async delete(key: string): Promise<void> {
    await this.ask((client, { DeleteObjectCommand }) =>
      client.send(new DeleteObjectCommand(this.at(key))),
    );
  }

  /**
   * Lists the keys of objects that start with `beginning` and were stored before a time (ms).
   * Removes `beginning` from the keys.
   */
  async list(beginning: string, before = Number.POSITIVE_INFINITY): Promise<string[]> {
    const { Bucket, Key: Prefix } = this.at(beginning);
    return this.ask(async (client, { paginateListObjectsV2 }) => {
      const names: string[] = [];
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        for (const { Key = '', LastModified } of page.Contents ?? [])
          if ((LastModified?.getTime() ?? 0) < before) names.push(Key.slice(Prefix.length));
      return names;
    });
  }

  async abortUploads(beginning: string, before = Number.POSITIVE_INFINITY): Promise<number> {
    return this.ask(async (client, sdk) => {
      const { Bucket, Key: Prefix } = this.at(beginning);
      const { Uploads = [] } = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }),
      );
      const old = Uploads.filter(({ Initiated }) => (Initiated?.getTime() ?? 0) < before);
      for (const { Key, UploadId } of old)
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      return old.length;
    });
  }

  #client({ S3Client }: Awaited<ReturnType<typeof load>>): S3Client {
    const key = this.#parameters.toString();
    const client = clients.get(key) ?? new S3Client(optionsOf(this.#parameters));
    clients.set(key, client);
    return client;
  }

  #read(error: unknown): unknown {
    if (error instanceof DamagedFile || error instanceof StorageUnavailable) return error;
    const { name = '', message = String(error) } = error instanceof Error ? error : {};
    if (name === 'NoSuchKey' || name === 'NotFound' || name === 'InvalidRange')
      return new DamagedFile(`An object of ${this.#url} is missing or truncated`, { cause: error });
    return new StorageUnavailable(`${this.#url}: ${name} ${message}`.trim(), { cause: error });
  }
}

function optionsOf(parameters: URLSearchParams): S3ClientConfig {
  const [endpoint, region] = [parameters.get('endpoint'), parameters.get('region')];
  return {
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    forcePathStyle: parameters.get('path-style') === 'true',
    maxAttempts: ATTEMPTS,
    // Some stores do not support trailing checksums; the database has the SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connection,
      requestTimeout: timeouts.request,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idle,
    },
  };
}
