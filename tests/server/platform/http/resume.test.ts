import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { build } from '#server/build.ts';
import { byteRangeOf } from '#server/platform/http/file-answers.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);

describe('the part of a file of 1000 bytes', () => {
  const file = { size: 1000, etag: '"a"' };
  test.each([
    [undefined, null],
    ['bytes=0-499', { start: 0, end: 499 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=999-5000', { start: 999, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['lines=0-1', null],
  ])('for the range %s is %j', (range, part) => {
    expect(byteRangeOf({ range }, file)).toEqual(part);
  });

  test('is the whole file for another ETag', () => {
    expect(byteRangeOf({ range: 'bytes=1-', 'if-range': '"b"' }, file)).toBeNull();
    const part = byteRangeOf({ range: 'bytes=1-', 'if-range': '"a"' }, file);
    expect(part).toEqual({ start: 1, end: 999 });
  });
});

test.each(['xlsx', 'zip'])('an interrupted download of the %s can continue', async (format) => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const app = await build(portal.services);
  const fetched = (headers: Record<string, string> = {}) =>
    app.inject({
      url: endpoints.report.path,
      query: { applicationNumber, format },
      headers: { [LOGIN_HEADER]: portal.tokens.owner, ...headers },
    });
  const all = await fetched();
  const size = all.rawPayload.length;
  expect(all.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': `${size}` });
  const half = size >> 1;
  const etag = String(all.headers.etag);
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);

  const first = await fetched({ range: `bytes=0-${half - 1}` });
  const rest = await fetched({ range: `bytes=${half}-`, 'if-range': etag });
  expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
  expect(rest.headers).toMatchObject({
    'content-range': `bytes ${half}-${size - 1}/${size}`,
    'content-length': `${size - half}`,
    'cache-control': 'no-store',
  });
  expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(all.rawPayload)).toBe(true);

  const restarted = await fetched({ range: `bytes=${half}-`, 'if-range': '"of before"' });
  expect([restarted.statusCode, restarted.rawPayload.length]).toEqual([200, size]);
  const beyond = await fetched({ range: `bytes=${size}-` });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
  await app.close();
});
