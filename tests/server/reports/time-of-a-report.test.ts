import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

/** Number of recorded reports, and their total seconds. */
async function recorded() {
  const metrics = await portal.services.telemetry?.registry.metrics();
  const figureOf = (name: string) =>
    Number(new RegExp(`^${name}\\{journey="report"\\} (.+)$`, 'm').exec(metrics ?? '')?.[1]);
  const name = 'portal_journey_duration_seconds';
  return { count: figureOf(`${name}_count`), seconds: figureOf(`${name}_sum`) };
}

test('only the time from the approval to the first report is recorded', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('requested');
  portal.clock.advance(60_000);
  const approval = { applicationNumber, revision };
  const { reviewer } = portal.tokens;
  expectCode(await portal.call('deskApprove', approval, { token: reviewer }), codes.ok);
  portal.clock.advance(90_000);
  await generateDue(portal.services);
  expect(await recorded()).toEqual({ count: 1, seconds: 90 });

  // Other reports have their own time.
  for (const seconds of [30, 60]) {
    await portal.applicationAt('approved');
    portal.clock.advance(seconds * 1000);
    await generateDue(portal.services);
  }
  expect(await recorded()).toEqual({ count: 3, seconds: 180 });

  portal.clock.advance(3_600_000);
  const { owner: token } = portal.tokens;
  expectCode(await portal.call('regenerateReport', { applicationNumber }, { token }), codes.ok);
  await generateDue(portal.services);
  expect(await recorded()).toEqual({ count: 3, seconds: 180 });
});
