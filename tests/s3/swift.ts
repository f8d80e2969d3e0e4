import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { PYTHON } from '#tests/needs.ts';

const SCRIPT = join(import.meta.dirname, 'serve-swift.py');
const REGION = 'eu-central-1';
const ACCESS_KEY = 'tests:portal';
/** Equal for every swift: processes of several tests share an environment. */
const SECRET = 'of-the-tests-and-no-secret';

/** A local store with the S3 API that checks signatures: Debian's swift. */
export interface Swift {
  port: number;
  /** Settings of a portal with a new bucket, reached at `endpoint` if given. */
  settingsOf(endpoint?: string): Promise<SwiftSettings>;
  client: S3Client;
  /** Keys of a bucket that begin with a prefix, without it. */
  keys(bucket: string, prefix?: string): Promise<string[]>;
  /** Sets its clock ahead by `ms` milliseconds. */
  putAhead(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Environment of a portal, and the bucket's name. */
export type SwiftSettings = Record<
  'bucket' | 'STORAGE_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY',
  string
>;

/** Starts swift, and sets its keys in the environment of this process. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'swift-'));
  // Ends when its input closes with this process.
  const child = spawn(PYTHON, [SCRIPT, folder, 'portal', SECRET], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`swift ended with ${code}: is it installed?`)));
    lines.on('line', (line) => {
      const [, found] = /^ready (\d+)$/.exec(line) ?? [];
      if (found) resolve(Number(found));
    });
  });
  process.env.AWS_ACCESS_KEY_ID = ACCESS_KEY;
  process.env.AWS_SECRET_ACCESS_KEY = SECRET;
  const own = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint: own,
    region: REGION,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    port,
    client,
    async settingsOf(endpoint = own) {
      const bucket = `b${randomBytes(6).toString('hex')}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return {
        bucket,
        STORAGE_URL: `s3://${bucket}/portal?endpoint=${endpoint}&region=${REGION}&path-style=true`,
        AWS_ACCESS_KEY_ID: ACCESS_KEY,
        AWS_SECRET_ACCESS_KEY: SECRET,
      };
    },
    async keys(Bucket, Prefix = '') {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).sort();
    },
    async putAhead(ms) {
      const done = once(lines, 'line');
      child.stdin.write(`${ms / 1000}\n`);
      await done;
    },
    async stop() {
      client.destroy();
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
