import { describe, expect, test } from 'vitest';
import type { GrantContext, GrantEvent } from '#machines/grant.machine.ts';
import { grantScenario } from '#machines/grant.scenario.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import { expireGrants, syncGrantLinks } from '#server/live/grant-clock.ts';
import { sendGrantEvent } from '#server/live/grants.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { granted, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import { servedPortal } from './served-portal.ts';

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'grant',
  scenario: grantScenario,
  criteria: ['samples', 'pairs'],
});

const { portal, call } = servedPortal(walks, async () => {
  const portal = await startSeededPortal({ AUTHORITY_MAILBOX: AUTHORITY });
  // Sessions of staff do not expire either.
  const always = { created_at: 8e15, last_used_at: 8e15 };
  await portal.services.store.db.updateTable('session').set(always).execute();
  return portal;
});
/** The owner is a reviewer too, so that both roles can try each event. */
const OWNER = 'owning-reviewer@example.eu';
const AUTHORITY = 'authority@example.eu';

// In this order: the last test checks what the others covered.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks)('$name', async ({ walk }) => {
    walks.begin(walk);
    const { services, clock } = portal;
    const start = walk.start.snapshot.context as GrantContext;
    const grantId = await requested(start.endsAt);
    const rowsOf = async () => ({
      grant: await row(services, 'live_grant', { id: grantId }),
      owner: await rows(services, 'mail', { recipient: OWNER }),
      authority: await rows(services, 'mail', { recipient: AUTHORITY }),
    });
    for (const step of walk.steps) {
      const event = step.sent.event as unknown as GrantEvent;
      clock.set(event.at);
      const before = await rowsOf();
      await send(event, grantId);
      const after = await rowsOf();
      const { name } = step.sent;
      if (isNotAccepted(step)) expect(after, name).toEqual(before);
      const effects = step.macrostep.effects.map((effect) => effect.name);
      for (const [effect, who] of [
        ['notifyOwner', 'owner'],
        ['notifyAuthority', 'authority'],
      ] as const)
        expect(after[who].length - before[who].length, name).toBe(Number(effects.includes(effect)));
      const { value, context } = step.result.snapshot;
      const { endsAt, isPaused } = context as GrantContext;
      expect(after.grant, name).toMatchObject({ state: value, ends_at: endsAt });
      expect(after.grant.paused_at !== null, name).toBe(isPaused);
      walks.took(step);
    }
  });
});

/** Requests live access with this end while the vehicle source is unavailable. */
async function requested(endsAt: number): Promise<string> {
  const { services, clock, tokens } = portal;
  const { store, config } = services;
  await store.db.deleteFrom('live_grant').execute();
  // The walks request more than an account may in a day.
  await store.db.deleteFrom('allowance').execute();
  await linkUntil(null);
  clock.set(endsAt - MAX_GRANT_LIFETIME);
  config.VEHICLE_BACKEND_URL = 'http://127.0.0.1:9';
  const { owningReviewer: token } = tokens;
  const answer = await portal.call('liveGrantRequest', { vehicleId: VEHICLE }, { token });
  delete config.VEHICLE_BACKEND_URL;
  return granted(answer).grantId;
}

const linkUntil = (linked_until: number | null) =>
  portal.services.store.db.updateTable('vehicle_link').set({ linked_until }).execute();

/** Sends an event by a call if its sender has one, otherwise by the function behind it. */
async function send(event: GrantEvent, grantId: string): Promise<unknown> {
  const { type, by, at } = event;
  const { services, tokens } = portal;
  const token =
    { owner: tokens.owningReviewer, stranger: tokens.stranger }[by.id] ?? tokens.reviewer;
  switch (`${by.role} ${type}`) {
    case 'clock grant.confirm':
      return syncGrantLinks(services);
    case 'clock grant.expired':
      return expireGrants(services);
    case 'clock link.ended':
      await linkUntil(at);
      return syncGrantLinks(services);
    case 'reviewer sharing.suspend': {
      const reasons = { ground: 'suspension', substantiation: 'The key was published.' };
      return call('deskGrantSuspend', { grantId, ...reasons }, token);
    }
    case 'reviewer sharing.resume':
      return call('deskGrantResume', { grantId }, token);
    case 'requester grant.pause':
    case 'requester grant.resume':
    case 'requester grant.end':
    case 'requester grant.renew':
      // The call renews for a year only.
      if (type !== 'grant.renew' || event.endsAt === at + MAX_GRANT_LIFETIME) {
        const change = type.replace('grant.', '');
        return call('liveGrantChange', { grantId, change }, token);
      }
  }
  const { id } = await row(services, 'account', { email: OWNER });
  const sent = { ...event, by: { ...by, id: by.id === 'owner' ? id : by.id } };
  return sendGrantEvent(services, grantId, sent).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });
}
