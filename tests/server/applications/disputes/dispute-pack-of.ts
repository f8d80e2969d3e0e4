import { expect } from 'vitest';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Portal } from '#tests/server/fixture.ts';
import { zippedFiles } from '#tests/server/reports/report-request.ts';

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
  return new Map(Object.entries(await zippedFiles(rawPayload)));
}
