import { describe, expect, test } from 'vitest';
import type { ChallengeEvent, ChallengeSnapshot } from '#machines/challenge.machine.ts';
import { challengeScenario } from '#machines/challenge.scenario.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import { rows, startPortal } from '../fixture.ts';
import type { HttpAnswer } from '../over-http.ts';
import { expectLockFacts, servedPortal } from './served-portal.ts';

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'challenge',
  scenario: challengeScenario,
  criteria: ['samples', 'pairs'],
});

const { portal, call } = servedPortal(walks, async () => {
  const started = await startPortal();
  for (const [role, roles] of Object.entries({
    lead: ['lead'],
    reviewer: ['reviewer'],
    requester: [],
  } as const))
    tokens[role] = await signInAs(started, `${role}@example.eu`, roles);
  return started;
});
/** Sessions of accounts that try to unlock an address. */
const tokens: Record<string, string> = {};

// In this order: the last test checks what the others covered.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks.map((one, index) => ({ ...one, email: `person-${index}@example.eu` })))(
    '$name',
    async ({ walk, email }) => {
      walks.begin(walk);
      // Each walk starts at the same time, before the uses that the last one counted.
      await portal.services.store.db.deleteFrom('allowance').execute();
      let mailed = '000000';
      let link = 'no link';
      for (const step of walk.steps) {
        const event = step.sent.event as unknown as ChallengeEvent;
        portal.clock.set(step.sent.at);
        const before = await rowsOf(email);
        const answer = await send(event, { mailed, link }, email);
        const after = await rowsOf(email);
        const known = new Set(before.mails.map(({ id }) => id));
        const fresh = after.mails.find(({ id }) => !known.has(id));
        const token = /#lift=(\S+)/.exec(fresh?.body ?? '')?.[1];
        if (token) link = token;
        else if (fresh) mailed = /\b\d{6}\b/.exec(fresh.body)?.[0] ?? '';
        const effects = step.macrostep.effects.map(({ name }) => name);
        const { type } = event;
        if (isNotAccepted(step)) {
          if (type !== 'address.unlock' || event.role !== 'lead')
            expect(Math.floor(answer.status / 100), step.sent.name).toBe(4);
          else expect(answer.data, step.sent.name).toEqual({ wasLocked: false });
          expect(after, step.sent.name).toEqual(before);
        }
        expect(after.mails.length - before.mails.length).toBe(
          effects.filter((effect) => effect === 'mailCode' || effect === 'mailLock').length,
        );
        expect(after.sessions - before.sessions).toBe(Number(effects.includes('openSession')));
        if (type === 'mailbox.prove')
          expect(answer.code === 200, step.sent.name).toBe(!isNotAccepted(step));
        else if (type !== 'address.unlock')
          expect(answer.code === 200, step.sent.name).toBe(
            effects.includes('mailCode') || effects.includes('openSession'),
          );
        else if (!isNotAccepted(step)) expect(answer.data).toEqual({ wasLocked: true });
        const model = step.result.snapshot as ChallengeSnapshot;
        expect(after.challenge, step.sent.name).toEqual(storedOf(model));
        expectLockFacts(answer, model.context);
        walks.took(step);
      }
    },
  );
});

/** Requests a code, or submits the mailed one or another one. */
async function send(
  event: ChallengeEvent,
  { mailed, link }: { mailed: string; link: string },
  email: string,
): Promise<HttpAnswer> {
  const cookie = 'visit' in event ? `session-id=${encodeURIComponent(event.visit ?? '')}` : '';
  if (event.type === 'code.request')
    return call('sendCaptcha', { email, privacyAccepted: true }, undefined, cookie);
  if (event.type === 'mailbox.prove')
    return call('liftLock', {
      token: event.digest === 'another link' ? 'another' : link,
    });
  if (event.type === 'address.unlock') return call('staffUnlock', { email }, tokens[event.role]);
  const code = event.digest === 'wrong' ? other(mailed) : mailed;
  return call('login', { email, code }, undefined, cookie);
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Rows about an address; instead of a digest, whether there is one. */
async function rowsOf(email: string) {
  const { db } = portal.services.store;
  const row = await db
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  const mails = await rows(portal.services, 'mail', { recipient: email });
  const sessions = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('token_digest')
    .where('email', '=', email)
    .execute();
  return {
    challenge: row
      ? {
          state: row.state,
          hasCode: row.digest !== null,
          sentAt: row.sent_at,
          isBound: row.visit !== null,
          wrongTries: row.wrong_tries,
          lockedUntil: row.locked_until,
          hasLink: row.lift_digest !== null,
        }
      : storedOf(walks.walks[0]?.walk.start.snapshot as ChallengeSnapshot),
    mails,
    sessions: sessions.length,
  };
}

function storedOf({ value, context }: ChallengeSnapshot) {
  const { digest, visit, liftDigest, ...rest } = context;
  return {
    state: value,
    hasCode: digest !== null,
    isBound: visit !== null,
    hasLink: liftDigest !== null,
    ...rest,
  };
}
