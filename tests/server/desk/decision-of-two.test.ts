import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { publicRequest, wholeExtent } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

/** Of two applications that lie side by side, each is judged by what is its own. */
const portal = portalOfFile(startSeededPortal);
let reviewer: { token: string };
beforeAll(() => {
  reviewer = { token: portal.tokens.reviewer };
});

test('of an approval it is the own kind that needs an extent, or may have none', async () => {
  const { number, revision } = await portal.applicationAt('requested');
  const personal = { applicationNumber: number, revision };
  const body = await portal.signIn('roads@example.eu');
  const asked = { applicationNumber: await publicRequest(portal, body), revision: 1 };
  const approve = (sent: object) => portal.call('deskApprove', sent as never, reviewer);
  const extent = wholeExtent();
  expectCode(await approve({ ...personal, extent }), codes.invalid);
  expectCode(await approve(asked), codes.invalid);
  granted(await approve({ ...asked, extent }));
  granted(await approve(personal));
});

test('of a report it is the own data request that is previewed', async () => {
  const requested = await portal.applicationAt('requested');
  const awaited = await portal.applicationAt('awaited', portal.tokens.owningReviewer);
  const preview = ({ number: applicationNumber }: typeof awaited) =>
    portal.call('deskReportPreview', { applicationNumber }, reviewer);
  expect(granted(await preview(requested)).vehicles).toBe(1);
  const refused = await preview(awaited);
  expectCode(refused, codes.notAllowedNow);
  expect(refused.data).toEqual({ state: 'dataRequest.awaited', revision: awaited.revision });
});
