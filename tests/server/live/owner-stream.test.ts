import { beforeEach, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import { LOGIN_HEADER, UNATTENDED_HEADER } from '#contract/limits.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { CHARGE, startLivePortal } from './live-portal.ts';
import { openEvents, valuesOf } from './sse-events.ts';

const portal = portalOfTest(startLivePortal);
let url: string;
beforeEach(async () => {
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  url = `${origin}${calls.liveStream.path}?grantId=${portal.grantId}`;
});

const open = (lastEventId?: string) =>
  openEvents(url, { [LOGIN_HEADER]: portal.session, [UNATTENDED_HEADER]: '1' }, lastEventId);

test('the page gets the values of its tiles within a second, and resumes', async () => {
  const first = await open();
  expect(first.response.headers.get('content-type')).toBe('text/event-stream');
  expect((await first.next()).event).toBe('heartbeat');
  await portal.send([{ signal: 'Vehicle.IsMoving', value: true }]);
  const now = portal.services.now();
  const sentAt = performance.now();
  await portal.send([{ signal: CHARGE, value: 50, capturedAt: now - 2 }]);
  const event = await first.next();
  expect(performance.now() - sentAt).toBeLessThan(1000);
  expect(event).toMatchObject({ event: 'samples', data: { samples: [{ value: 50 }] } });
  first.close();
  await portal.send([{ signal: CHARGE, value: 51, capturedAt: now - 1 }]);
  const second = await open(event.id);
  const seen: number[] = [];
  while (seen.length === 0) {
    const next = await second.next();
    if (next.event === 'samples') seen.push(...valuesOf(next));
  }
  expect(seen).toEqual([51]);
});

test('two windows have a stream each', async () => {
  const streams = [await open(), await open()];
  for (const stream of streams) await stream.next();
  await portal.send([{ signal: CHARGE, value: 50 }]);
  for (const stream of streams) expect(valuesOf(await stream.next())).toEqual([50]);
});

test('a stream ends with the reason when the access ends, and does not open again', async () => {
  const stream = await open();
  await stream.next();
  await portal.endAccess();
  expect(await stream.rest()).toMatchObject([
    { event: 'end', data: { type: '/api/v1/problems#access-ended' } },
  ]);
  const { grantId } = portal;
  const again = await portal.call('liveStream', { grantId }, { token: portal.session });
  expect(again).toMatchObject({ code: codes.notAllowedNow, data: { state: 'grantEnded' } });
});

test('a cursor that expired is rejected, so that the page reads the day again', async () => {
  const { response } = await open('999');
  expect(await response.json()).toMatchObject({
    code: codes.notAllowedNow,
    data: { state: 'cursor-expired' },
  });
});

test('a stream does not extend the session, and ends within seconds after log-out', async () => {
  await portal.services.store.db.updateTable('session').set({ last_used_at: 0 }).execute();
  const stream = await open();
  await stream.next();
  expect((await row(portal.services, 'session', {})).last_used_at).toBe(0);
  await portal.call('logout', {}, { token: portal.session });
  expect(await stream.rest()).toEqual([]);
  expect((await open()).response.status).toBe(401);
}, 10_000);
