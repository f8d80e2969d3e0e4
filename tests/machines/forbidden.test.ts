import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { applicationStatus } from '#contract/stored-application.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import type { Actor, ApplicationEvent } from '#machines/application.events.ts';
import {
  type ApplicationKind,
  type ApplicationSnapshot,
  applicationMachine,
} from '#machines/application.machine.ts';
import {
  type ChallengeEvent,
  type ChallengeSnapshot,
  challengeMachine,
} from '#machines/challenge.machine.ts';
import { scenarios } from '#machines/scenarios.ts';

const HOUR = 3_600_000;
const reviewer: Actor = { role: 'reviewer', id: 'reviewer' };
const owner: Actor = { role: 'requester', id: 'owner' };
const colleague: Actor = { role: 'reviewer', id: 'colleague' };
const lead: Actor = { role: 'reviewer', id: 'lead', isLead: true };
const clock: Actor = { role: 'clock', id: 'clock' };

type Step = ApplicationEvent extends infer E
  ? E extends { by: Actor; revision: number }
    ? Omit<E, 'revision' | 'at'>
    : never
  : never;

function application(use: ApplicationKind | 'thirdParty', ...steps: Step[]): ApplicationSnapshot {
  let [snapshot] = initialTransition(applicationMachine, {
    kind: use === 'public' ? 'public' : 'personal',
    isForThirdParty: use === 'thirdParty',
    requester: 'owner',
  });
  for (const step of steps) {
    const event = { at: 0, ...step, revision: snapshot.context.revision } as ApplicationEvent;
    expect(snapshot.can(event), `${step.type} is accepted`).toBe(true);
    [snapshot] = transition(applicationMachine, snapshot, event);
  }
  return snapshot;
}

function challenge(...events: ChallengeEvent[]): ChallengeSnapshot {
  let [snapshot] = initialTransition(challengeMachine);
  for (const event of events) [snapshot] = transition(challengeMachine, snapshot, event);
  return snapshot;
}
const request = (at: number, visit: string | null = null): ChallengeEvent => ({
  type: 'code.request',
  at,
  digest: 'right',
  visit,
});
const submit = (at: number, digest: string, visit: string | null = null): ChallengeEvent => ({
  type: 'code.submit',
  at,
  digest,
  visit,
  liftDigest: `link of ${at}`,
});
const wrongTries = (count: number) => Array.from({ length: count }, (_, at) => submit(at, 'wrong'));

describe('an application', () => {
  const started: Step = { type: 'review.start', by: reviewer };

  test('is not reviewed by its own requester', () => {
    const snapshot = application('personal');
    const self: Actor = { role: 'reviewer', id: 'owner' };
    expect(snapshot.can({ type: 'review.start', by: self, at: 0, revision: 0 })).toBe(false);
    expect(snapshot.can({ type: 'review.start', by: reviewer, at: 0, revision: 0 })).toBe(true);
  });

  test('accepts only the first of two decisions on one revision', () => {
    const snapshot = application('personal', started);
    const decision = { by: reviewer, at: 0, revision: 1 };
    const [passed] = transition(applicationMachine, snapshot, {
      type: 'qualification.pass',
      answerDueAt: HOUR,
      ...decision,
    });
    expect(passed.context.revision).toBe(2);
    expect(passed.can({ type: 'application.refuse', ground: 'tradeSecrets', ...decision })).toBe(
      false,
    );
  });

  test('can be terminated only by its requester', () => {
    const snapshot = application('personal');
    for (const by of [reviewer, clock, { role: 'requester', id: 'stranger' } as Actor])
      expect(snapshot.can({ type: 'application.terminate', by, at: 0, revision: 0 })).toBe(false);
  });

  test('of a public-sector body is not refused on a ground of the users’ right', () => {
    const snapshot = application('public');
    const refusal = { type: 'application.refuse', by: reviewer, at: 0, revision: 0 } as const;
    expect(snapshot.can({ ...refusal, ground: 'tradeSecrets' })).toBe(false);
    expect(snapshot.can({ ...refusal, ground: 'conditionsNotMet' })).toBe(true);
  });

  test('for the user’s own use is not refused on a ground against third parties (Art. 5)', () => {
    const refusal = { type: 'application.refuse', by: reviewer, at: 0, revision: 0 } as const;
    for (const ground of ['gatekeeper', 'notRequestedByUser'] as const) {
      expect(application('personal').can({ ...refusal, ground })).toBe(false);
      expect(application('thirdParty').can({ ...refusal, ground })).toBe(true);
      expect(application('public').can({ ...refusal, ground })).toBe(false);
    }
  });

  test('does not end a millisecond before its deadline', () => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const snapshot = application('personal', started, asked);
    const passed = { type: 'deadline.passed', by: clock, revision: 2 } as const;
    expect(snapshot.can({ ...passed, at: HOUR - 1 })).toBe(false);
    expect(snapshot.can({ ...passed, at: HOUR })).toBe(true);
  });

  test('has no deadline after an answer in time', () => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const supplied: Step = { type: 'information.supply', by: owner };
    const snapshot = application('personal', started, asked, supplied);
    expect(snapshot.context.answerDueAt).toBeNull();
    expect(applicationStatus(snapshot).code).toBe(1);
  });

  test('cannot be answered at the deadline, even before the clock’s event', () => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const answers = [
      { snapshot: application('personal', started, asked), type: 'information.supply' },
      {
        snapshot: application('personal', started, {
          type: 'qualification.pass',
          by: reviewer,
          answerDueAt: HOUR,
        }),
        type: 'data.request',
      },
    ] as const;
    for (const { snapshot, type } of answers) {
      const answer = { type, by: owner, revision: 2 };
      expect(snapshot.can({ ...answer, at: HOUR - 1 })).toBe(true);
      expect(snapshot.can({ ...answer, at: HOUR })).toBe(false);
    }
  });

  test('accepts no data request or approval after the sale of the vehicle, until it is linked again', () => {
    const passed: Step = { type: 'qualification.pass', by: reviewer, answerDueAt: HOUR };
    const sold: Step = { type: 'link.ended', by: clock, endedAt: 0 };
    const again: Step = { type: 'link.renewed', by: clock };
    const requested: Step = { type: 'data.request', by: owner };
    const request = { type: 'data.request', by: owner, at: 0 } as const;
    const approve = { type: 'data.approve', by: reviewer, at: 0 } as const;
    expect(application('personal', started, passed, sold).can({ ...request, revision: 3 })).toBe(
      false,
    );
    const relinked = application('personal', started, passed, sold, again);
    expect(relinked.can({ ...request, revision: 4 })).toBe(true);
    const asked = application('personal', started, passed, requested, sold);
    expect(asked.can({ ...approve, revision: 4 })).toBe(false);
    expect(
      asked.can({
        ...approve,
        type: 'application.refuse',
        ground: 'userNotIdentified',
        revision: 4,
      }),
    ).toBe(true);
  });

  test('keeps its deadline when the vehicle is sold', () => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const sold: Step = { type: 'link.ended', by: clock, endedAt: 0 };
    expect(application('personal', started, asked, sold).context.answerDueAt).toBe(HOUR);
  });

  test('of a public-sector body does not depend on a link', () => {
    const event = { type: 'link.ended', by: clock, endedAt: 0, at: 0, revision: 0 } as const;
    expect(application('public').can(event)).toBe(false);
  });

  test('assigned to a colleague cannot be decided by others', () => {
    const snapshot = application('personal', { type: 'application.take', by: colleague });
    const start = { type: 'review.start', at: 0, revision: 0 } as const;
    expect(snapshot.can({ ...start, by: reviewer })).toBe(false);
    expect(snapshot.can({ ...start, by: colleague })).toBe(true);
  });

  test('cannot be taken by its requester, from a colleague, or after its end', () => {
    const take = { type: 'application.take', at: 0, revision: 0 } as const;
    const self: Actor = { role: 'reviewer', id: 'owner' };
    expect(application('personal').can({ ...take, by: self })).toBe(false);
    expect(application('personal').can({ ...take, by: owner })).toBe(false);
    const taken = application('personal', { type: 'application.take', by: colleague });
    for (const by of [reviewer, lead]) expect(taken.can({ ...take, by })).toBe(false);
    const ended = application('personal', { type: 'application.terminate', by: owner });
    expect(ended.can({ ...take, by: reviewer })).toBe(false);
  });

  test('can be handed over and released only by the assignee and by leads', () => {
    const taken = application('personal', { type: 'application.take', by: colleague });
    for (const [by, may] of [
      [colleague, true],
      [lead, true],
      [reviewer, false],
      [owner, false],
      [clock, false],
    ] as const) {
      const sent = { by, at: 0, revision: 0 };
      expect(taken.can({ type: 'application.release', ...sent })).toBe(may);
      expect(taken.can({ type: 'application.handOver', to: reviewer, ...sent })).toBe(may);
    }
    const untaken = application('personal');
    const give = { type: 'application.handOver', to: colleague, at: 0, revision: 0 } as const;
    expect(untaken.can({ ...give, by: reviewer })).toBe(false);
    expect(untaken.can({ ...give, by: lead })).toBe(true);
  });

  test('cannot be handed over to somebody who cannot review it', () => {
    const give = { type: 'application.handOver', by: lead, at: 0, revision: 0 } as const;
    for (const to of [owner, { role: 'reviewer', id: 'owner' }, clock] as Actor[])
      expect(application('personal').can({ ...give, to })).toBe(false);
  });

  test('keeps its revision when reassigned, so that a simultaneous decision is valid', () => {
    const taken = application('personal', { type: 'application.take', by: reviewer });
    expect(taken.context.revision).toBe(0);
    expect(taken.can({ type: 'application.terminate', by: owner, at: 0, revision: 0 })).toBe(true);
  });

  const { configurations, outgoing } = explore(scenarios.application as never);
  const takenIn = (...codes: number[]) =>
    configurations
      .filter(({ code }) => codes.includes(code ?? -1))
      .map(({ snapshot, index }) => ({
        kind: (snapshot as ApplicationSnapshot).context.kind,
        taken: (outgoing[index] ?? []).flatMap(({ transitions }) => transitions),
      }));

  test.each([
    ['terminated by its requester', 10, []],
    ['ended by the data holder', 11, ['application.reopen']],
    ['approved', 4, ['sharing.suspend', 'approval.withdraw']],
    ['suspended', 5, ['sharing.resume', 'sharing.end']],
  ] as const)(
    'that is %s accepts, besides an undo, no other events than these',
    (_, code, events) => {
      const found = takenIn(code);
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['personal', 'public']));
      for (const { taken } of found) {
        const types = new Set(taken.map((id) => id.split(':')[1]));
        const isDecided = types.delete('decision.undo');
        expect(types).toEqual(new Set(events));
        // The requester's end cannot be undone.
        if (code === 10) expect(isDecided).toBe(false);
      }
    },
  );

  test('returns to where it was when its reviewer undoes a decision in 10 seconds', () => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const extended: Step = { type: 'deadline.extend', by: reviewer, answerDueAt: 2 * HOUR };
    const snapshot = application('personal', started, asked, extended);
    const undo = { type: 'decision.undo', by: reviewer, at: 9_999, revision: 3 } as const;
    expect(snapshot.can({ ...undo, at: 10_000 })).toBe(false);
    expect(snapshot.can({ ...undo, by: colleague })).toBe(false);
    expect(snapshot.can({ ...undo, by: lead })).toBe(false);
    const [undone] = transition(applicationMachine, snapshot, undo);
    expect(undone.context).toMatchObject({ answerDueAt: HOUR, revision: 4 });
    // The question before it is not the last event any more.
    expect(undone.can({ ...undo, revision: 4 })).toBe(false);
  });

  test.each([
    { type: 'information.supply', by: owner },
    { type: 'application.terminate', by: owner },
    { type: 'link.ended', by: clock, endedAt: 0 },
  ] as Step[])('keeps a decision after $type', (step) => {
    const asked: Step = { type: 'information.request', by: reviewer, answerDueAt: HOUR };
    const snapshot = application('personal', started, asked, step);
    const undo = { type: 'decision.undo', by: reviewer, at: 1, revision: 3 } as const;
    expect(snapshot.can(undo)).toBe(false);
  });

  test('keeps the colleague who took it, and is undone all the same', () => {
    const taken: Step = { type: 'application.take', by: colleague };
    const snapshot = application('personal', started, taken);
    const undo = { type: 'decision.undo', by: reviewer, at: 1, revision: 1 } as const;
    const [undone] = transition(applicationMachine, snapshot, undo);
    expect(undone.matches({ qualification: 'submitted' })).toBe(true);
    expect(undone.context.assignee).toBe('colleague');
  });

  test('assigned to a colleague can be suspended by any reviewer except its requester', () => {
    const requested: Step[] = [
      { type: 'qualification.pass', by: reviewer, answerDueAt: HOUR },
      { type: 'data.request', by: owner },
    ];
    const taken: Step = { type: 'application.take', by: colleague };
    const approval: Step = { type: 'data.approve', by: colleague };
    const snapshot = application('personal', started, ...requested, taken, approval);
    const { revision } = snapshot.context;
    const suspension = { type: 'sharing.suspend', at: 0, revision } as const;
    expect(snapshot.can({ ...suspension, by: reviewer })).toBe(true);
    expect(snapshot.can({ ...suspension, by: { role: 'reviewer', id: 'owner' } })).toBe(false);
  });
});

describe('the challenge of an address', () => {
  test('is locked by the fifth consecutive wrong code, not by the fourth', () => {
    expect(challenge(request(0), ...wrongTries(4)).value).toBe('codeSent');
    expect(challenge(request(0), ...wrongTries(5)).value).toBe('locked');
  });

  test('continues to count wrong codes after another code is sent', () => {
    const events = [request(0), ...wrongTries(4), request(30_000), submit(30_001, 'wrong')];
    expect(challenge(...events).value).toBe('locked');
  });

  test('remains locked for exactly 24 hours', () => {
    const locked = challenge(request(0), ...wrongTries(5));
    const since = 4;
    expect(locked.can(request(since + 24 * HOUR - 1))).toBe(false);
    expect(locked.can(request(since + 24 * HOUR))).toBe(true);
    expect(locked.can(submit(since + 24 * HOUR, 'right'))).toBe(false);
  });

  test('accepts the right code in its last millisecond, but not when expired', () => {
    const sent = challenge(request(0));
    expect(sent.can(submit(599_999, 'right'))).toBe(true);
    expect(sent.can(submit(600_000, 'right'))).toBe(false);
  });

  test('can be unlocked only by a lead, and only while locked', () => {
    const locked = challenge(request(0), ...wrongTries(5));
    const unlock = { type: 'address.unlock', at: 10 } as const;
    for (const role of ['reviewer', 'requester'] as const)
      expect(locked.can({ ...unlock, role })).toBe(false);
    expect(locked.can({ ...unlock, role: 'lead' })).toBe(true);
    expect(challenge(request(0)).can({ ...unlock, role: 'lead' })).toBe(false);
  });

  test('neither accepts nor counts codes of other browsers', () => {
    const sent = challenge(request(0, 'one'));
    for (const visit of ['another', null])
      for (const digest of ['right', 'wrong'])
        expect(sent.can(submit(1, digest, visit))).toBe(false);
    expect(sent.can(submit(1, 'right', 'one'))).toBe(true);
    // Browsers without cookies cannot be distinguished.
    expect(challenge(request(0)).can(submit(1, 'right', 'one'))).toBe(true);
  });

  test('is lifted once by the link of this lock, and by no other link', () => {
    const prove = (digest: string) => ({ type: 'mailbox.prove', at: 20, digest }) as const;
    const locked = challenge(request(0), ...wrongTries(5));
    expect(locked.can(prove('link of 0'))).toBe(false);
    expect(locked.can(prove('link of 4'))).toBe(true);
    const [lifted] = transition(challengeMachine, locked, prove('link of 4'));
    expect(lifted.value).toBe('idle');
    expect(lifted.context).toMatchObject({ wrongTries: 0, lockedUntil: null });
    expect(lifted.can(prove('link of 4'))).toBe(false);
  });

  test('accepts a code once', () => {
    expect(challenge(request(0), submit(1, 'right')).can(submit(2, 'right'))).toBe(false);
  });
});
