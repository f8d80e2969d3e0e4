import { BlobReader, type FileEntry, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect } from 'vitest';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Portal } from '#tests/server/fixture.ts';

/** The parts of an application's dispute pack, by their paths. */
export async function disputePackOf(
  portal: Portal,
  applicationNumber: string,
  { token }: { token: string },
): Promise<Map<string, Buffer>> {
  const { rawPayload, headers, statusCode } = await portal.app.inject({
    method: 'GET',
    url: '/server/desk/dispute/pack',
    query: { applicationNumber },
    headers: { [LOGIN_HEADER]: token },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = await new ZipReader(
    new BlobReader(new Blob([new Uint8Array(rawPayload)])),
  ).getEntries();
  const parts = new Map<string, Buffer>();
  for (const entry of entries as FileEntry[])
    parts.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  return parts;
}
