import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { dataRequest, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { serveFleet } from '#tests/server/vehicles/hostile-backend.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);
let number = '';
beforeAll(async () => {
  number = (await portal.applicationAt('requested')).number;
});
afterEach(() => {
  portal.services.config.VEHICLE_BACKEND_URL = undefined;
});

const useBackend = async (answer: (path: string, reply: ServerResponse) => unknown) => {
  portal.services.config.VEHICLE_BACKEND_URL = await serveFleet(answer);
};

/** Outages of a back end. */
const outages: Record<string, () => unknown> = {
  'does not listen': () => {
    portal.services.config.VEHICLE_BACKEND_URL = 'http://127.0.0.1:1/';
  },
  'breaks connections': () => useBackend((_, reply) => reply.destroy()),
  'answers 503': () => useBackend((_, reply) => reply.writeHead(503).end()),
  'answers with an HTML page': () =>
    useBackend((_, reply) => reply.end('<h1>We are back soon</h1>')),
  'redirects elsewhere': () =>
    useBackend((_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
};

describe.each(Object.entries(outages))('while a vehicle back end %s', (_, begin) => {
  test('the desk shows the account, the queue and a case', async () => {
    await begin();
    expectCode(await portal.call('currentUser', {}, reviewer), 200);
    await portal.granted('deskQueue', { turn: 'holder', page: 1, pageSize: 20 }, reviewer);
    const { data } = await portal.call('deskApplication', { applicationNumber: number }, reviewer);
    expect(data).toMatchObject({ number, vehicle: null, linkEndedAt: null, linkedSince: null });
  });

  test('a requester sees their applications, and that vehicles are unavailable', async () => {
    await begin();
    const me = await portal.call('currentUser', {}, owner);
    expect(me.data.vehicles).toBeNull();
    expectCode(await portal.call('history', { page: 1, pageSize: 20 }, owner), 200);
    const details = { applicationNumber: number };
    expectCode(await portal.call('applicationDetails', details, owner), 200);
  });

  test('calls that need vehicle data return 503 with a reason', async () => {
    await begin();
    const away = { status: 503, code: codes.otherSystemUnavailable, data: { system: 'vehicles' } };
    const { reviewer, owner } = portal.tokens;
    const preview = { applicationNumber: number };
    expect(await portal.call('deskReportPreview', preview, { token: reviewer })).toMatchObject(
      away,
    );
    const { from, to } = dataRequest;
    const coverage = { applicationNumber: number, from, to };
    const answer = await portal.call('dataCoverage', coverage, { token: owner });
    expect(answer).toMatchObject(away);
    expect(answer.message).toMatch(/does not answer at the moment/);
  });
});
