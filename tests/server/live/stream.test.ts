import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import { LOGIN_HEADER, UNATTENDED_HEADER } from '#contract/limits.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { CAR, CHARGE, SPEED, startLivePortal } from './live-portal.ts';
import { openEvents, valuesOf } from './sse-events.ts';

const portal = portalOfTest(startLivePortal);
let origin: string;
beforeEach(async () => {
  origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
});

const open = (lastEventId?: string, query = '') =>
  openEvents(
    `${origin}${portal.car}/stream${query}`,
    { authorization: `Bearer ${portal.token}` },
    lastEventId,
  );
/** The stream of the owner's page. */
const openPage = (lastEventId?: string) =>
  openEvents(
    `${origin}${calls.liveStream.path}?grantId=${portal.grantId}`,
    { [LOGIN_HEADER]: portal.session, [UNATTENDED_HEADER]: '1' },
    lastEventId,
  );

/** Streams check their access, and send heartbeats, when a test advances the time. */
function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a stream begins with the state of the car, then sends new values as they arrive', async () => {
  const stream = await open();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
  expect(await stream.next()).toMatchObject({
    id: expect.stringMatching(/./),
    event: 'heartbeat',
    data: { state: expect.any(String) },
  });
  await portal.send([{ value: 7 }]);
  const now = new Date(portal.services.now()).toISOString();
  expect(await stream.next()).toMatchObject({
    event: 'samples',
    data: {
      samples: [
        { signal: SPEED, value: 7, unit: 'km/h', capturedAt: now, receivedAt: expect.any(String) },
      ],
    },
  });
});

test('a stream sends only the requested signals that the token allows', async () => {
  const stream = await open(undefined, `?signals=${SPEED}`);
  await stream.next();
  await portal.send([{ signal: CHARGE, value: 50 }]);
  await portal.send([{ value: 8 }]);
  expect((await stream.next()).data.samples).toMatchObject([{ signal: SPEED, value: 8 }]);
});

test('a stream sends a heartbeat every 15 seconds, also while the vehicle source is unavailable', async () => {
  useFakeTimers();
  await portal.send([{ signal: 'Vehicle.IsMoving', value: true }]);
  const lastContactAt = new Date(portal.services.now()).toISOString();
  const stream = await open();
  await stream.next();
  vi.advanceTimersByTime(14_999);
  await portal.send([{ value: 9 }]);
  expect((await stream.next()).event).toBe('samples');
  vi.advanceTimersByTime(1);
  const driving = { state: 'driving', lastContactAt };
  expect(await stream.next()).toMatchObject({ event: 'heartbeat', data: driving });
  const { db } = portal.services.store;
  await sql`alter table live_feed rename to unavailable`.execute(db);
  vi.advanceTimersByTime(15_000);
  const unreachable = { state: 'unreachable', lastContactAt };
  expect(await stream.next()).toMatchObject({ event: 'heartbeat', data: unreachable });
  await sql`alter table unavailable rename to live_feed`.execute(db);
});

test('a stream resumes after the last event without gap or repeat', async () => {
  const first = await open();
  let { id } = await first.next();
  const seen: number[] = [];
  await portal.send([{ value: 1 }]);
  const event = await first.next();
  seen.push(...valuesOf(event));
  id = event.id;
  first.close();
  for (const value of [2, 3])
    await portal.send([{ value, capturedAt: portal.services.now() - 10 + value }]);
  const second = await open(id);
  await portal.send([{ value: 4, capturedAt: portal.services.now() - 1 }]);
  while (seen.length < 4) {
    const next = await second.next();
    if (next.event === 'samples') seen.push(...valuesOf(next));
  }
  expect(seen).toEqual([1, 2, 3, 4]);
});

test.each([
  ['a program', open],
  ['the page', openPage],
])('a stream of %s ends with the reason when the access ends', async (_, opened) => {
  const stream = await opened();
  await stream.next();
  await portal.endAccess();
  expect(await stream.rest()).toMatchObject([
    { event: 'end', data: { type: '/api/v1/problems#access-ended', status: 403 } },
  ]);
  const { grantId } = portal;
  const again = await portal.call('liveStream', { grantId }, { token: portal.session });
  expect(again).toMatchObject({ code: codes.notAllowedNow, data: { state: 'access-ended' } });
});

test('a stream sends no values from after the end of the link, which is set while it is open', async () => {
  const { services, clock } = portal;
  useFakeTimers();
  const stream = await open();
  await stream.next();
  const until = services.now() + 3_600_000;
  await endLinks(services.store, CAR, until);
  clock.advance(2000);
  vi.advanceTimersByTime(2000);
  // Until the check is done, the stream does not know the end.
  for (let values = [0, 1], sent = 1; values.includes(1); sent++) {
    await portal.send([
      { value: 0, capturedAt: services.now() - 1000 + sent },
      { value: 1, capturedAt: until + sent },
    ]);
    values = valuesOf(await stream.next());
    await setTimeout(5);
  }
});

test('the newest stream of a token ends the older one', async () => {
  const older = await open();
  await older.next();
  const newer = await open();
  expect(await older.rest()).toMatchObject([
    { event: 'end', data: { type: '/api/v1/problems#stream-replaced', status: 409 } },
  ]);
  await newer.next();
  await portal.send([{ value: 5 }]);
  expect(valuesOf(await newer.next())).toEqual([5]);
});

test('a stream ends without a reason when the server stops, so that the client reconnects', async () => {
  const stream = await open();
  await stream.next();
  const closed = portal.app.close();
  expect(await stream.rest()).toEqual([]);
  await closed;
});

describe('the page', () => {
  test('gets the values of its tiles within a second, in each of two windows', async () => {
    const streams = [await openPage(), await openPage()];
    for (const stream of streams) expect((await stream.next()).event).toBe('heartbeat');
    await portal.send([{ signal: 'Vehicle.IsMoving', value: true }]);
    const sentAt = performance.now();
    await portal.send([{ signal: CHARGE, value: 50 }]);
    for (const stream of streams) expect(valuesOf(await stream.next())).toEqual([50]);
    expect(performance.now() - sentAt).toBeLessThan(1000);
  });

  test('gets an error for a cursor that expired, so that it reads the day again', async () => {
    const { response } = await openPage('999');
    expect(await response.json()).toMatchObject({
      code: codes.notAllowedNow,
      data: { state: 'cursor-expired' },
    });
  });

  test('does not extend the session, and gets nothing more seconds after log-out', async () => {
    useFakeTimers();
    await portal.services.store.db.updateTable('session').set({ last_used_at: 0 }).execute();
    const stream = await openPage();
    await stream.next();
    expect((await row(portal.services, 'session', {})).last_used_at).toBe(0);
    await portal.call('logout', {}, { token: portal.session });
    vi.advanceTimersByTime(2000);
    expect(await stream.rest()).toEqual([]);
    expect((await openPage()).response.status).toBe(401);
  });
});
