import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { MAX_TOKENS_PER_VEHICLE } from '#contract/live/grants.ts';
import type { GrantEvent } from '#machines/grant.machine.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { expireGrants, purgeGrants, syncGrantLinks } from '#server/live/grant-clock.ts';
import type { LiveAccess } from '#server/live/granted-signals.ts';
import { requestGrant, sendGrantEvent } from '#server/live/grants.ts';
import { type AccessResult, accessOfOwner, openToken } from '#server/live/open-token.ts';
import { isToken, randomToken } from '#server/live/token-format.ts';
import { countUse, flushUses } from '#server/live/token-use.ts';
import { createToken, revokeToken } from '#server/live/tokens.ts';
import { watchAccess } from '#server/live/watch-access.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { changeRows, row, rows, startPortal } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import { addLink, addVehicle, endLinks } from '#tests/server/vehicles/fill-store.ts';

const NETWORK = '203.0.113.7';
const OWNER = 'owner@example.eu';
const DAY = 24 * 60 * 60 * 1000;
const portal = portalOfTest(async () => {
  const started = await startPortal();
  for (const name of ['owner', 'stranger', 'reviewer']) {
    const email = `${name}@example.eu`;
    const account = { id: name, email, language: 'en', created_at: 0, is_reviewer: 0 };
    await started.services.store.transact((trx) =>
      trx.insertInto('account').values(account).execute(),
    );
  }
  const links = [{ email: 'owner@example.eu' }];
  await addVehicle(started.services.store, { id: VEHICLE, vin: 'VF1AAAAAAAA000001', links });
  return started;
});
chainHoldsAfterEach(portal);

async function ownerOf(email = OWNER) {
  const { id } = await row(portal.services, 'account', { email });
  return { id: String(id), email };
}

async function accessIn(opening: Promise<AccessResult>) {
  const opened = await opening;
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.access;
}

/** Live access with one token. */
async function withToken({ days = null as number | null } = {}) {
  const owner = await ownerOf();
  const grant = await requestGrant(portal.services, owner, VEHICLE);
  const wanted = { grantId: grant.id, name: 'Grafana', dataTypes: ['battery'] as const, days };
  const created = await createToken(portal.services, owner, wanted);
  const send = (event: Record<string, unknown>, details = {}) =>
    sendGrantEvent(
      portal.services,
      grant.id,
      {
        at: portal.services.now(),
        by: { role: 'requester', id: owner.id },
        ...event,
      } as GrantEvent,
      details,
    );
  const open = () => openToken(portal.services, created.token, NETWORK);
  return { owner, grant, ...created, send, open };
}

test('a token has a prefix and a checksum that scanners can find', () => {
  const tokens = Array.from({ length: 200 }, randomToken);
  expect(new Set(tokens)).toHaveLength(200);
  for (const token of tokens) {
    expect(token).toMatch(/^vda_[0-9A-Za-z]{49}$/);
    expect(isToken(token)).toBe(true);
    const last = token.at(-1) === 'a' ? 'b' : 'a';
    expect(isToken(token.slice(0, -1) + last)).toBe(false);
  }
});

/** Live access to another car. */
async function withOther() {
  const owner = await ownerOf();
  const links = [{ email: owner.email }];
  await addVehicle(portal.services.store, { id: 'other', vin: 'VF1AAAAAAAA000008', links });
  return requestGrant(portal.services, owner, 'other');
}

test('an owner gets access without a review, and a token opens the chosen data', async () => {
  const { grant, open, owner, token } = await withToken();
  expect(grant).toMatchObject({ state: 'active', vin: 'VF1AAAAAAAA000001', ended_at: null });
  const access = await accessIn(open());
  expect(access).toMatchObject({
    vin: 'VF1AAAAAAAA000001',
    sourceVehicleId: VEHICLE,
    from: 0,
    until: Number.MAX_SAFE_INTEGER,
  });
  expect(access.vehicleId).toMatch(/^[a-z]{3,12}-[a-z2-9]{4}$/);
  expect(access.signals).toContain('Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed');
  expect(access.signals).not.toContain('Vehicle.Speed');
  expect(await openToken(portal.services, randomToken(), NETWORK)).toEqual({
    problem: 'token-unknown',
  });
  expect(JSON.stringify(await rows(portal.services, 'live_token', {}))).not.toContain(token);
  const mails = await rows(portal.services, 'mail', { recipient: owner.email });
  expect(mails.filter(({ body }) => body.includes('/home/live-access'))).toHaveLength(2);
});

test('requesting again returns the open access; after its end the vehicle keeps its name', async () => {
  const { owner, grant, send } = await withToken();
  const again = await Promise.all([
    requestGrant(portal.services, owner, VEHICLE),
    requestGrant(portal.services, owner, VEHICLE),
  ]);
  expect(again.map(({ id }) => id)).toEqual([grant.id, grant.id]);
  await send({ type: 'grant.end' });
  const next = await requestGrant(portal.services, owner, VEHICLE);
  expect(next.id).not.toBe(grant.id);
  expect(next.public_id).toBe(grant.public_id);
});

test('a suspension continues when the owner ends the access and starts it again', async () => {
  const { send, owner, grant } = await withToken();
  const { id } = await ownerOf('reviewer@example.eu');
  const by = { role: 'reviewer', id };
  const reasons = {
    ground: 'suspension' as const,
    substantiation: 'The agreed key was published.',
  };
  await send({ type: 'sharing.suspend', by }, reasons);
  await send({ type: 'grant.end' });
  const next = await requestGrant(portal.services, owner, VEHICLE);
  expect(next).toMatchObject({ state: 'suspended', suspended_by: id, ...reasons });
  expect(next.id).not.toBe(grant.id);
  const again = (type: string) =>
    sendGrantEvent(portal.services, next.id, {
      type,
      by: type === 'grant.end' ? { role: 'requester', id: owner.id } : by,
      at: portal.services.now(),
    } as GrantEvent);
  portal.clock.advance(1);
  await again('sharing.resume');
  await again('grant.end');
  expect(await requestGrant(portal.services, owner, VEHICLE)).toMatchObject({ state: 'active' });
});

test.each<[string, Record<string, unknown>]>([
  ['data types', { data_types_json: JSON.stringify(['location', 'battery']) }],
  ['end', { ends_at: Date.parse('2040-01-01') }],
  ['grant', {}],
])('a token gives no access after its %s changed in the database', async (_, change) => {
  const { services } = portal;
  const { tokenId, open } = await withToken();
  const { id } = await withOther();
  const values = Object.keys(change).length > 0 ? change : { grant_id: id };
  // Without an entry in the chain, and changed back below.
  const before = await row(services, 'live_token', { id: tokenId });
  const set = (to: object) => changeRows(services, 'live_token', { id: tokenId }, to);
  await set(values);
  expect(await open()).toEqual({ problem: 'token-unknown' });
  portal.clock.advance(2000);
  await set(before);
  expect(await open()).toHaveProperty('access');
});

test('a token is stored under the first secret when it is used, so that the old one can be removed', async () => {
  const { services } = portal;
  const { open } = await withToken();
  const [old = ''] = services.config.SECRET;
  const fresh = 'the new secret of this test: no secret';
  services.config.SECRET = [fresh, old];
  expect(await open()).toHaveProperty('access');
  services.config.SECRET = [fresh];
  portal.clock.advance(2000);
  expect(await open()).toHaveProperty('access');
  services.config.SECRET = [old];
  portal.clock.advance(2000);
  expect(await open()).toEqual({ problem: 'token-unknown' });
});

test('a renewal postpones the end, and extends the tokens without a number of days', async () => {
  const { services } = portal;
  const { send, grant, open, tokenId, owner } = await withToken();
  const wanted = { grantId: grant.id, name: 'Days', dataTypes: ['battery'] as const, days: 30 };
  const short = await createToken(services, owner, wanted);
  portal.clock.advance(DAY);
  const endsAt = services.now() + MAX_GRANT_LIFETIME;
  await send({ type: 'grant.renew', endsAt });
  expect(await row(services, 'live_token', { id: tokenId })).toMatchObject({ ends_at: endsAt });
  expect(await row(services, 'live_token', { id: short.tokenId })).toMatchObject({
    ends_at: short.endsAt,
  });
  portal.clock.set(grant.ends_at);
  await expireGrants(services);
  expect(await open()).toHaveProperty('access');
  portal.clock.set(endsAt);
  expect(await open()).toEqual({ problem: 'access-ended' });
  await expireGrants(services);
  expect(await row(services, 'live_grant', { id: grant.id })).toMatchObject({
    state: 'ended',
    ended_because: 'date',
  });
});

describe('a token opens nothing', () => {
  test('once it was revoked, also after the row was changed back by hand', async () => {
    const { owner, tokenId, open } = await withToken();
    await revokeToken(portal.services, owner, tokenId);
    expect(await open()).toEqual({ problem: 'token-revoked' });
    await expect(revokeToken(portal.services, owner, tokenId)).rejects.toMatchObject({
      code: codes.notFound,
    });
    const { revoked_at } = await row(portal.services, 'live_token', { id: tokenId });
    await changeRows(portal.services, 'live_token', { id: tokenId }, { revoked_at: null });
    portal.clock.advance(2000);
    expect(await open()).toEqual({ problem: 'token-unknown' });
    await changeRows(portal.services, 'live_token', { id: tokenId }, { revoked_at });
  });

  test('after its end', async () => {
    const { open, endsAt } = await withToken({ days: 30 });
    expect(endsAt).toBe(portal.services.now() + 30 * DAY);
    portal.clock.set(endsAt - 1);
    expect(await open()).toHaveProperty('access');
    portal.clock.set(endsAt);
    expect(await open()).toEqual({ problem: 'token-expired' });
  });

  test('while the data holder suspends the access; paused access stays paused afterwards', async () => {
    const { open, send, owner, grant } = await withToken();
    const { id } = await ownerOf('reviewer@example.eu');
    const reviewer = { role: 'reviewer', id } as const;
    const ground = { ground: 'suspension', substantiation: 'The agreed key was published.' };
    await send({ type: 'sharing.suspend', by: reviewer }, ground);
    expect(await open()).toEqual({ problem: 'access-suspended' });
    expect(await accessOfOwner(portal.services, owner, grant.id)).toEqual({
      problem: 'access-suspended',
    });
    const mails = await rows(portal.services, 'mail', { recipient: owner.email });
    const told = mails.find(({ subject }) => subject.includes('suspended'));
    for (const text of ['The agreed key was published.', 'Article 4(7)', 'authority'])
      expect(told?.body).toContain(text);
    await send({ type: 'sharing.resume', by: reviewer });
    expect(await open()).toHaveProperty('access');
    await send({ type: 'grant.pause' });
    await send({ type: 'sharing.suspend', by: reviewer }, ground);
    await send({ type: 'sharing.resume', by: reviewer });
    expect(await open()).toEqual({ problem: 'access-paused' });
    await send({ type: 'grant.resume' });
    expect(await open()).toHaveProperty('access');
  });

  test.each([
    ['a call', (open: () => Promise<unknown>) => open()],
    ['the clock', () => syncGrantLinks(portal.services)],
  ])('after the vehicle was sold, which %s detects', async (_, notice) => {
    const { open, grant } = await withToken();
    expect(await open()).toHaveProperty('access');
    await endLinks(portal.services.store, VEHICLE, portal.services.now());
    portal.clock.advance(5000);
    await notice(open);
    expect(await open()).toEqual({ problem: 'access-ended' });
    expect(await row(portal.services, 'live_grant', { id: grant.id })).toMatchObject({
      state: 'ended',
      ended_because: 'link',
    });
  });
});

test('access that starts again right after a sale is not ended by an older look-up', async () => {
  const { services } = portal;
  const { owner, open } = await withToken();
  await endLinks(services.store, VEHICLE, services.now());
  portal.clock.advance(5000);
  expect(await open()).toEqual({ problem: 'access-ended' });
  await endLinks(services.store, VEHICLE, null);
  const { id } = await requestGrant(services, owner, VEHICLE);
  expect(await accessOfOwner(services, owner, id)).toHaveProperty('access');
});

test.each<[string, Parameters<typeof addLink>[2][], from: string]>([
  [
    'of an earlier link',
    [{ email: OWNER, from: '2020-01-01T00:00Z', until: '2021-01-01T00:00Z' }],
    '2024-01-01T00:00Z',
  ],
  [
    'as a representative of another user',
    [
      { email: 'seller@example.eu', from: '2024-01-01T00:00Z', until: '2026-06-01T00:00Z' },
      {
        email: OWNER,
        onBehalfOf: 'seller@example.eu',
        from: '2025-01-01T00:00Z',
        until: '2026-06-01T00:00Z',
      },
    ],
    '2026-06-01T00:00Z',
  ],
])('access begins with the present link: not in the time %s', async (_, links, from) => {
  const { store } = portal.services;
  await addVehicle(store, { id: 'bought', vin: 'VF1AAAAAAAA000007', emails: [] });
  for (const link of [...links, { email: OWNER, from }]) await addLink(store, 'bought', link);
  const owner = await ownerOf();
  const { id } = await requestGrant(portal.services, owner, 'bought');
  expect(await accessOfOwner(portal.services, owner, id)).toMatchObject({
    access: { from: Date.parse(from), signals: 'all', tokenId: null },
  });
});

test('nobody gets access to a vehicle that is not theirs', async () => {
  const stranger = await ownerOf('stranger@example.eu');
  const { grant } = await withToken();
  const refused = requestGrant(portal.services, stranger, VEHICLE);
  await expect(refused).rejects.toMatchObject({ code: codes.vehicleNotLinked });
  await addLink(portal.services.store, VEHICLE, {
    email: stranger.email,
    onBehalfOf: 'owner@example.eu',
  });
  const onBehalf = requestGrant(portal.services, stranger, VEHICLE);
  await expect(onBehalf).rejects.toMatchObject({ code: codes.vehicleNotLinked });
  const wanted = { grantId: grant.id, name: 'Mine', dataTypes: ['battery'], days: null } as const;
  const notFound = { code: codes.notFound };
  await expect(createToken(portal.services, stranger, wanted)).rejects.toMatchObject(notFound);
  await expect(accessOfOwner(portal.services, stranger, grant.id)).rejects.toMatchObject(notFound);
});

test('a vehicle has at most ten tokens', async () => {
  const { owner, grant } = await withToken();
  const wanted = { grantId: grant.id, name: 'More', dataTypes: ['battery'], days: null } as const;
  for (let count = 1; count < MAX_TOKENS_PER_VEHICLE; count++)
    await createToken(portal.services, owner, wanted);
  await expect(createToken(portal.services, owner, wanted)).rejects.toMatchObject({
    code: codes.notAllowedNow,
    data: { limit: MAX_TOKENS_PER_VEHICLE },
  });
});

test('an account creates at most fifty tokens a day', async () => {
  const { owner, grant } = await withToken();
  const wanted = { grantId: grant.id, name: 'More', dataTypes: ['battery'], days: null } as const;
  const createAndRevoke = async () => {
    const { tokenId } = await createToken(portal.services, owner, wanted);
    await revokeToken(portal.services, owner, tokenId);
  };
  for (let created = 2; created < 50; created++) await createAndRevoke();
  await expect(createAndRevoke()).rejects.toMatchObject({
    code: codes.tooMany,
    data: { rateLimit: 'liveAccessOfAccount' },
  });
  portal.clock.advance(DAY);
  await createAndRevoke();
});

test('a change of one access does not reload the tokens and streams of others', async () => {
  const { services } = portal;
  const { open, owner, tokenId, grant } = await withToken();
  const other = await withOther();
  const access = await accessIn(open());
  const readAccess = vi.fn(async () => ({ access }));
  const closed = new AbortController();
  watchAccess(services, { access, readAccess }, closed.signal, () => {});
  readAccess.mockClear();
  // Without an entry in the chain, and changed back below.
  const revokeByHand = (revoked_at: number | null) =>
    changeRows(services, 'live_token', { id: tokenId }, { revoked_at });
  const pause = async (id: string) => {
    const by = { role: 'requester', id: owner.id } as const;
    await sendGrantEvent(services, id, { type: 'grant.pause', at: services.now(), by });
  };
  await revokeByHand(1);
  await pause(other.id);
  expect(readAccess).not.toHaveBeenCalled();
  expect(await open()).toEqual({ access });
  await pause(grant.id);
  expect(readAccess).toHaveBeenCalledOnce();
  expect(await open()).toEqual({ problem: 'token-revoked' });
  await revokeByHand(null);
  closed.abort();
});

test('uses are counted per day, and audited once a day', async () => {
  const { open, tokenId, grant } = await withToken();
  const usesOf = () => rows(portal.services, 'live_token_use', { token_id: tokenId });
  await Promise.all(Array.from({ length: 5 }, open));
  await flushUses(portal.services);
  await open();
  await flushUses(portal.services);
  expect(await usesOf()).toMatchObject([{ day: '2026-11-20', calls: 6 }]);
  portal.clock.advance(DAY);
  await open();
  await flushUses(portal.services);
  expect(await usesOf()).toHaveLength(2);
  expect(await row(portal.services, 'live_token', { id: tokenId })).toMatchObject({
    last_used_at: portal.services.now(),
    last_network: '203.0.113.0/24',
  });
  const entries = await rows(portal.services, 'audit_entry', {});
  const details = entries.flatMap(({ action, detail }) => (action === 'token.use' ? detail : []));
  const detailOn = (day: string) => `${tokenId} ${day} ${grant.public_id}`;
  expect(details).toEqual([detailOn('2026-11-20'), detailOn('2026-11-21')]);
});

test('while the uses of many tokens are written, other work continues', async () => {
  const by = await ownerOf();
  for (let number = 0; number < 100; number++)
    countUse(portal.services, {
      tokenId: `token ${number}`,
      vehicleId: 'car-7k2m',
      network: NETWORK,
      by,
    });
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await flushUses(portal.services);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(10);
});

describe('an open stream ends', () => {
  const CHECKED = 2000;
  const CACHED = 1500;

  /** Watches access with fake timers. */
  async function watch(readAccess: () => Promise<AccessResult>, known?: LiveAccess) {
    const access = known ?? (await accessIn(readAccess()));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { promise: ended, resolve } = Promise.withResolvers<unknown>();
    const closed = new AbortController();
    onTestFinished(() => {
      closed.abort();
      vi.useRealTimers();
    });
    const end = vi.fn(resolve);
    watchAccess(portal.services, { access, readAccess }, closed.signal, end);
    return { ended, end };
  }

  test('at once after a change in this process', async () => {
    const { open, owner, tokenId, grant, send } = await withToken();
    const ofPage = await watch(() => accessOfOwner(portal.services, owner, grant.id));
    const ofToken = await watch(open);
    await revokeToken(portal.services, owner, tokenId);
    expect(await ofToken.ended).toBe('token-revoked');
    await send({ type: 'grant.pause' });
    expect(await ofPage.ended).toBe('access-paused');
  });

  test('at once if the access ended before it was watched', async () => {
    const { open, send } = await withToken();
    const access = await accessIn(open());
    await send({ type: 'grant.end' });
    expect(await (await watch(open, access)).ended).toBe('access-ended');
  });

  test('within five seconds of a change in another process', async () => {
    const { open, owner, tokenId } = await withToken();
    const { ended } = await watch(open);
    const { config, now } = portal.services;
    const other = openStore({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      auditKey: config.AUDIT_KEY,
    });
    Object.assign(other.chain, { config, now });
    onTestFinished(() => other.close());
    await revokeToken({ ...portal.services, store: other }, owner, tokenId);
    portal.clock.advance(CACHED);
    await vi.advanceTimersByTimeAsync(CHECKED);
    expect(await ended).toBe('token-revoked');
    expect(await open()).toEqual({ problem: 'token-revoked' });
  });

  test.each([
    ['the sale of the car', () => endLinks(portal.services.store, VEHICLE, portal.services.now())],
    ['the end of the access', async () => portal.clock.advance(MAX_GRANT_LIFETIME)],
  ])('within five seconds of %s', async (_, change) => {
    const { open } = await withToken();
    const { ended } = await watch(open);
    await change();
    portal.clock.advance(CACHED);
    await vi.advanceTimersByTimeAsync(CHECKED);
    expect(await ended).toBe('access-ended');
    expect(await open()).toEqual({ problem: 'access-ended' });
  });

  test.each([
    ['after a minute', DAY, 59_000, 2000],
    ['within five seconds of its known end', 20_000, 20_000, 5000],
  ])('while the store or the vehicle source is unavailable: %s', async (...given) => {
    const [, endsIn, before, more] = given;
    const access = await accessIn((await withToken()).open());
    const known = { ...access, endsAt: portal.services.now() + endsIn };
    const { end } = await watch(() => Promise.reject(new Error('unavailable')), known);
    await vi.advanceTimersByTimeAsync(before);
    expect(end).not.toHaveBeenCalled();
    portal.clock.advance(before);
    await vi.advanceTimersByTimeAsync(more);
    expect(end).toHaveBeenCalledWith(null);
  });
});

test('access that ended long ago is erased, and then its account', async () => {
  const { services } = portal;
  const { send, open, tokenId } = await withToken();
  await open();
  await flushUses(services);
  await send({ type: 'grant.end' });
  portal.clock.advance(services.config.RECORD_DAYS - 1);
  await purgeGrants(services);
  expect(await rows(services, 'live_token', { id: tokenId })).toHaveLength(1);
  portal.clock.advance(1);
  await services.store.db.deleteFrom('session').execute();
  await purgeAccounts(services);
  expect(await rows(services, 'account', { email: 'owner@example.eu' })).toHaveLength(1);
  await purgeGrants(services);
  for (const table of ['live_grant', 'live_token', 'live_token_use'] as const)
    expect(await rows(services, table, {})).toEqual([]);
  await purgeAccounts(services);
  expect(await rows(services, 'account', { email: 'owner@example.eu' })).toEqual([]);
});
