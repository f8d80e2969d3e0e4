import { boundaries, phase, scenario } from '#lib/statechart/paths/scenario.ts';
import { type ChallengeContext, challengeMachine } from './challenge.machine.ts';
import { CODE_LIFETIME, RESEND_INTERVAL } from './limits.ts';

function submit(at: number, digest: string, visit = 'a visit') {
  return { type: 'code.submit' as const, at, digest, visit, liftDigest: `link of ${at}` };
}

function deadlines({ sentAt, lockedUntil }: ChallengeContext) {
  return {
    resend: sentAt === null ? null : sentAt + RESEND_INTERVAL,
    expiry: sentAt === null ? null : sentAt + CODE_LIFETIME,
    unlock: lockedUntil,
  };
}

export const challengeScenario = scenario<typeof challengeMachine>({
  machine: challengeMachine,
  starts: [{ name: 'an address nobody used yet', input: undefined }],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context }, now) {
    const { resend, expiry, unlock } = deadlines(context);
    const instants = [
      { name: 'at once', at: now },
      ...boundaries(now, resend, {
        before: 'a millisecond before a further code is due',
        at: 'when a further code is due',
      }),
      ...boundaries(now, expiry, {
        before: 'in the last millisecond of the code',
        at: 'when the code is expired',
      }),
      ...boundaries(now, unlock, {
        before: 'in the last millisecond of the lock',
        at: 'when the lock ends',
      }),
    ];
    const unlocking = (['lead', 'reviewer', 'requester'] as const).map((role) => ({
      name: `address.unlock by a ${role}`,
      event: { type: 'address.unlock' as const, at: now, role },
    }));
    const codes = instants.flatMap(({ name, at }) => [
      {
        name: `code.request ${name}`,
        event: { type: 'code.request' as const, at, digest: `code of ${at}`, visit: 'a visit' },
        at,
      },
      {
        name: `code.submit, the right one ${name}`,
        event: submit(at, context.digest ?? 'no code'),
        at,
      },
      {
        name: `code.submit, a wrong one ${name}`,
        event: submit(at, 'wrong'),
        at,
      },
    ]);
    const others = [
      {
        name: 'code.submit, the right one from another browser',
        event: submit(now, context.digest ?? 'no code', 'another visit'),
      },
      {
        name: 'code.submit, a wrong one from another browser',
        event: submit(now, 'wrong', 'another visit'),
      },
    ];
    const links = [
      { name: 'mailbox.prove by the link of the lock', digest: context.liftDigest ?? 'no link' },
      { name: 'mailbox.prove by another link', digest: 'another link' },
    ].map(({ name, digest }) => ({
      name,
      event: { type: 'mailbox.prove' as const, at: now, digest },
    }));
    return [...codes, ...others, ...links, ...unlocking];
  },
  // Guards compare codes only with the last code sent, and times only with the deadlines.
  abstract: ({ context }, now) => {
    const { resend, expiry, unlock } = deadlines(context);
    return {
      hasCode: context.digest !== null,
      wrongTries: context.wrongTries,
      phases: [resend, expiry, unlock].map((deadline) => phase(now, deadline)),
    };
  },
});
