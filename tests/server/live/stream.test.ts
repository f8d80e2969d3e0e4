import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { CAR, CHARGE, SPEED, startLivePortal } from './live-portal.ts';
import { openEvents, valuesOf } from './sse-events.ts';

const portal = portalOfTest(startLivePortal);
let url: string;
beforeEach(async () => {
  url = `${await portal.app.listen({ host: '127.0.0.1', port: 0 })}${portal.car}/stream`;
});

const open = (lastEventId?: string, query = '') =>
  openEvents(url + query, { authorization: `Bearer ${portal.token}` }, lastEventId);

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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
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

test('a stream ends with the reason when the access ends', async () => {
  const stream = await open();
  await stream.next();
  await portal.endAccess();
  expect(await stream.rest()).toMatchObject([
    { event: 'end', data: { type: '/api/v1/problems#access-ended', status: 403 } },
  ]);
});

test('a stream sends no values from after the end of the link, which is set while it is open', async () => {
  const { services, clock } = portal;
  const stream = await open();
  await stream.next();
  const until = services.now() + 3_600_000;
  await endLinks(services.store, CAR, until);
  clock.advance(2000);
  // Until the next check, the stream does not know the end.
  for (let values = [0, 1], sent = 1; values.includes(1); sent++) {
    await portal.send([
      { value: 0, capturedAt: services.now() - 1000 + sent },
      { value: 1, capturedAt: until + sent },
    ]);
    values = valuesOf(await stream.next());
    await setTimeout(50);
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
