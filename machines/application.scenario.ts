import { boundaries, phase, type Sample, scenario } from '#lib/statechart/paths/scenario.ts';
import { type Actor, applicationMachine } from './application.machine.ts';
import { type RefusalGround, refusalGrounds } from './refusal-grounds.ts';

const DAY = 86_400_000;
const ANSWER_WITHIN = 14 * DAY;

const actors = {
  'the requester': { role: 'requester', id: 'owner' },
  'another requester': { role: 'requester', id: 'stranger' },
  'a reviewer': { role: 'reviewer', id: 'reviewer' },
  'the requester as reviewer': { role: 'reviewer', id: 'owner' },
  'the clock': { role: 'clock', id: 'clock' },
} as const satisfies Record<string, Actor>;

const senders = {
  'review.start': 'a reviewer',
  'qualification.pass': 'a reviewer',
  'information.request': 'a reviewer',
  'information.supply': 'the requester',
  'data.request': 'the requester',
  'data.approve': 'a reviewer',
  'application.terminate': 'the requester',
  'application.refuse': 'a reviewer',
  'deadline.passed': 'the clock',
} as const;
type EventType = keyof typeof senders;

/** Every event by everyone, on the current revision, the one before and the one to come. */
export const applicationScenario = scenario<typeof applicationMachine>({
  machine: applicationMachine,
  starts: [
    { name: 'a personal application', input: { kind: 'personal', requester: 'owner' } },
    { name: 'a public application', input: { kind: 'public', requester: 'owner' } },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context }, now) {
    const lawful = context.kind === 'personal' ? 'tradeSecrets' : 'alreadyProvided';
    const due = Math.max(now, context.answerDueAt ?? now);
    const send = (
      type: EventType,
      by: keyof typeof actors,
      about: { revision?: number; ground?: RefusalGround; at?: number } = {},
    ) =>
      ({
        type,
        by: actors[by],
        revision: context.revision,
        ...((type === 'qualification.pass' || type === 'information.request') && {
          answerDueAt: now + ANSWER_WITHIN,
        }),
        ...(type === 'application.refuse' && { ground: lawful }),
        ...(type === 'deadline.passed' && { at: due }),
        ...about,
      }) as Sample<never>['event'];

    const types = Object.keys(senders) as EventType[];
    return types.flatMap((type) => [
      ...(Object.keys(actors) as (keyof typeof actors)[]).map((by) => ({
        name: `${type} by ${by}`,
        event: send(type, by),
        ...(type === 'deadline.passed' && { at: due }),
      })),
      {
        name: `${type} on the revision before`,
        event: send(type, senders[type], { revision: context.revision - 1 }),
        ...(type === 'deadline.passed' && { at: due }),
      },
      {
        name: `${type} on a revision to come`,
        event: send(type, senders[type], { revision: context.revision + 1 }),
        ...(type === 'deadline.passed' && { at: due }),
      },
      ...(type === 'application.refuse'
        ? (Object.keys(refusalGrounds) as RefusalGround[])
            .filter((ground) => ground !== lawful)
            .map((ground) => ({
              name: `${type} because of ${ground}`,
              event: send(type, 'a reviewer', { ground }),
            }))
        : []),
      ...(type === 'deadline.passed'
        ? boundaries(now, context.answerDueAt, { before: 'in its last millisecond', at: '' })
            .slice(0, 1)
            .map(({ name, at }) => ({
              name: `${type} ${name}`,
              event: send(type, 'the clock', { at }),
              at,
            }))
        : []),
    ]);
  },
  // The revision only grows, and events name it relative to the current one; who the requester
  // is never changes.
  abstract: ({ context }, now) => ({
    kind: context.kind,
    answer: phase(now, context.answerDueAt),
  }),
  weights: { 'application.terminate': 0.1, 'application.refuse': 0.05, 'deadline.passed': 0.2 },
});
