import { describe, expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { SecondFactorEvent, secondFactorMachine } from '#machines/second-factor.machine.ts';
import { secondFactorScenario } from '#machines/second-factor.scenario.ts';
import { newRecoveryCodes } from '#server/accounts/second-factor/one-time-codes.ts';
import { secondFactors } from '#server/accounts/second-factor/second-factor-machine.ts';
import { sessionMacs } from '#server/accounts/sessions/sessions.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { SoftwarePasskey } from '#tests/server/accounts/second-factor/software-passkey.ts';
import { codeOf, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import { changeRecorded, row, rows, startPortal } from '../fixture.ts';
import type { HttpAnswer } from '../over-http.ts';
import { expectLockFacts, servedPortal } from './served-portal.ts';

const STEP = 30_000;

type Snapshot = SnapshotFrom<typeof secondFactorMachine>;

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'second-factor',
  scenario: secondFactorScenario,
  criteria: ['samples'],
});

const { portal, call } = servedPortal(walks, async () => {
  const started = await startPortal({ settings: { PUBLIC_URL: 'https://portal.example.eu' } });
  for (const role of ['lead', 'reviewer'] as const)
    tokens[role] = await signInAs(started, `${role}@example.eu`, [role]);
  return started;
});
/** Sessions of accounts that try to unlock a second factor. */
const tokens: Record<string, string> = {};

/** A person with an authenticator app, as the walk left them. */
interface Person {
  email: string;
  id: string;
  token: string;
  /** Keys of the app (base 32): the active one, and the one to be confirmed. */
  active?: string;
  pending?: string;
  passkey: SoftwarePasskey;
  /** The last submitted code of the app. */
  taken?: string;
  /**
   * Difference between the portal's clock and the model's: each code of the app is accepted once.
   */
  ahead: number;
}

// In this order: the last test checks what the others covered.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks.map((one, index) => ({ ...one, email: `person-${index}@example.eu` })))(
    '$name',
    async ({ walk, email }) => {
      walks.begin(walk);
      // Each walk starts at the same time, before the uses that the last one counted.
      await portal.services.store.db.deleteFrom('allowance').execute();
      portal.clock.set(secondFactorScenario.epoch);
      const passkey = new SoftwarePasskey('https://portal.example.eu');
      const person: Person = { ...(await signedIn(email)), passkey, ahead: 0 };
      person.pending = secretIn(await call('secondFactorBegin', {}, person.token));
      let known = walk.start.snapshot as Snapshot;
      for (const step of walk.steps) {
        const event = step.sent.event as unknown as SecondFactorEvent;
        const needsCode = isFresh(event, known);
        if (needsCode && known.context.lockedUntil === null) person.ahead += STEP;
        portal.clock.set(step.sent.at + person.ahead);
        if (isRepeat(event, known)) await letItBeTaken(person);
        await refreshFactor(person);
        const before = await rowsOf(person);
        const answer = await send(event, person, needsCode);
        const after = await rowsOf(person);
        const model = step.result.snapshot as Snapshot;
        const effects = step.macrostep.effects.map(({ name }) => name);
        if (isNotAccepted(step)) {
          if (event.type !== 'factor.unlock' || event.role !== 'lead')
            expect(Math.floor(answer.status / 100), step.sent.name).toBe(4);
          else expect(answer.data, step.sent.name).toEqual({ wasLocked: false });
          expect(after, step.sent.name).toEqual(before);
        } else if (event.type === 'factor.unlock')
          expect(answer.data, step.sent.name).toEqual({ wasLocked: true });
        else
          expect(answer.code === 200, step.sent.name).toBe(
            event.type === 'factor.begin' || effects.includes('completeSession'),
          );
        if (event.type === 'factor.begin') person.pending = secretIn(answer);
        if (effects.includes('issueRecoveryCodes')) person.active = person.pending as string;
        expect(after.completedAt, step.sent.name).toBe(
          effects.includes('completeSession') ? portal.services.now() : before.completedAt,
        );
        expect(after.issued === before.issued, step.sent.name).toBe(
          !effects.includes('issueRecoveryCodes'),
        );
        const { value, context } = secondFactors.restore(after.factor);
        expect(value, step.sent.name).toEqual(model.value);
        expect(context.wrongTries, step.sent.name).toBe(model.context.wrongTries);
        const { lockedUntil } = model.context;
        expect(context.lockedUntil, step.sent.name).toBe(lockedUntil && lockedUntil + person.ahead);
        expectLockFacts(answer, context);
        walks.took(step);
        known = model;
      }
    },
  );
});

async function signedIn(email: string): Promise<{ email: string; id: string; token: string }> {
  const token = await signInAs(portal, email, ['reviewer']);
  // Walks last longer than a session.
  await portal.services.store.db.updateTable('session').set({ expires_at: 8e15 }).execute();
  portal.clock.set(secondFactorScenario.epoch);
  const { id } = await row(portal.services, 'account', { email });
  return { email, id, token };
}

const secretIn = ({ data }: HttpAnswer) => (data as { secret: string }).secret;

/** Tests that an event needs an unused code of the app. */
const isFresh = (event: SecondFactorEvent, { context }: Snapshot) =>
  'proof' in event &&
  typeof event.proof === 'object' &&
  event.proof !== null &&
  event.proof.step > context.lastStep;

/** Tests that an event repeats the last used code. */
const isRepeat = (event: SecondFactorEvent, { context }: Snapshot) =>
  event.type === 'factor.give' &&
  typeof event.proof === 'object' &&
  event.proof?.step === context.lastStep;

/** Makes the last used code one of another session that the clock still allows. */
async function letItBeTaken(person: Person): Promise<void> {
  const { store } = portal.services;
  const shown = Math.floor(portal.services.now() / STEP);
  const { factor } = await rowsOf(person);
  const last_step = Math.max(factor.last_step, shown - 1);
  await changeRecorded({ store }, 'second_factor', { account_id: person.id }, { last_step });
  await store.db
    .updateTable('session')
    .set({ second_factor_step: null })
    .where('account_id', '=', person.id)
    .execute();
  if (person.active) person.taken = codeOf(portal, person.active, last_step - shown);
}

/** Renews the time of the second factor, which a change of it requires. */
async function refreshFactor({ id }: Person): Promise<void> {
  const { config, now, store } = portal.services;
  const sessions = await store.db
    .selectFrom('session')
    .select(['token_digest', 'account_id'])
    .where('account_id', '=', id)
    .where('second_factor_at', 'is not', null)
    .execute();
  for (const session of sessions) {
    const second_factor_at = now();
    const [mac] = sessionMacs(config, { ...session, second_factor_at });
    await store.db
      .updateTable('session')
      .set({ second_factor_at, mac })
      .where('token_digest', '=', session.token_digest)
      .execute();
  }
}

/** Submits a code of the app, a recovery code or a wrong one. */
async function send(
  event: SecondFactorEvent,
  person: Person,
  needsCode: boolean,
): Promise<HttpAnswer> {
  const { email, token } = person;
  if ('proof' in event && event.proof === 'passkey') return givePasskey(person);
  if (event.type === 'factor.begin') return call('secondFactorBegin', {}, token);
  if (event.type === 'factor.unlock') return call('staffUnlock', { email }, tokens[event.role]);
  const isConfirm = event.type === 'factor.confirm';
  const secret = isConfirm ? person.pending : person.active;
  let code = '000000';
  if (needsCode && secret) code = codeOf(portal, secret);
  else if (event.proof === 'recoveryCode') code = await recoveryCode(person);
  else if (event.proof !== null) code = person.taken ?? code;
  if (needsCode) person.taken = code;
  return call(isConfirm ? 'secondFactorConfirm' : 'secondFactorGive', { code }, token);
}

/** Uses the person's passkey and registers it first if needed. */
async function givePasskey({ id, token, passkey }: Person): Promise<HttpAnswer> {
  await portal.services.store.transact((trx) =>
    trx
      .insertInto('passkey')
      .values({
        id: passkey.id,
        account_id: id,
        name: 'Of the walk',
        public_key: Buffer.from(passkey.publicKey).toString('base64url'),
        counter: 0,
        transports: '[]',
        created_at: 0,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const { data } = await call('passkeyGiveBegin', {}, token);
  return call('passkeyGive', passkey.give(data as Record<string, unknown>), token);
}

/** Adds a recovery code, because a walk uses more than there are. */
async function recoveryCode({ id }: Person): Promise<string> {
  const [code = ''] = newRecoveryCodes();
  const digest = digestOf(code);
  await portal.services.store.transact((trx) =>
    trx.insertInto('recovery_code').values({ account_id: id, digest }).execute(),
  );
  return code;
}

/** Rows about a person's second factor, and the number of issues of recovery codes. */
async function rowsOf({ id }: Person) {
  const { services } = portal;
  const [session] = await rows(services, 'session', { account_id: id });
  const issued = await rows(services, 'audit_entry', {
    actor_id: id,
    action: 'secondFactor.setUp',
  });
  return {
    factor: await row(services, 'second_factor', { account_id: id }),
    completedAt: session?.second_factor_at ?? null,
    issued: issued.length,
  };
}
