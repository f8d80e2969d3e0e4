import { boundaries, phase, scenario } from '#lib/statechart/paths/scenario.ts';
import { type Actor, type ApplicationEvent, applicationMachine } from './application.machine.ts';
import { type RefusalGround, refusalGrounds } from './refusal-grounds.ts';

const DAY = 86_400_000;
const ANSWER_WITHIN = 14 * DAY;

const actors = {
  'the requester': { role: 'requester', id: 'owner' },
  'another requester': { role: 'requester', id: 'stranger' },
  'a reviewer': { role: 'reviewer', id: 'reviewer' },
  'a colleague': { role: 'reviewer', id: 'colleague' },
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

/** Events that depend on the date to answer by. */
const timed: readonly EventType[] = ['information.supply', 'data.request', 'deadline.passed'];

const ends = { before: 'in its last millisecond', at: 'when the time to answer is over' };

function otherGrounds(lawful: RefusalGround): RefusalGround[] {
  return (Object.keys(refusalGrounds) as RefusalGround[]).filter((ground) => ground !== lawful);
}

/** Every event by everyone, on the current revision, the one before and the one to come. */
export const applicationScenario = scenario<typeof applicationMachine>({
  machine: applicationMachine,
  starts: [
    { name: 'a personal application', input: { kind: 'personal', requester: 'owner' } },
    { name: 'a public application', input: { kind: 'public', requester: 'owner' } },
    {
      name: 'a personal application that a colleague has taken',
      input: { kind: 'personal', requester: 'owner', assignee: 'colleague' },
    },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context }, now) {
    const lawful = context.kind === 'personal' ? 'tradeSecrets' : 'alreadyProvided';
    const due = Math.max(now, context.answerDueAt ?? now);
    const senderOf = (type: EventType) =>
      senders[type] === 'a reviewer' && context.assignee !== null ? 'a colleague' : senders[type];
    const send = (
      type: EventType,
      by: keyof typeof actors,
      about: { revision?: number; ground?: RefusalGround; at?: number } = {},
    ) =>
      ({
        type,
        by: actors[by],
        at: type === 'deadline.passed' ? due : now,
        revision: context.revision,
        ...((type === 'qualification.pass' || type === 'information.request') && {
          answerDueAt: now + ANSWER_WITHIN,
        }),
        ...(type === 'application.refuse' && { ground: lawful }),
        ...about,
      }) as ApplicationEvent;
    const sample = (name: string, event: ApplicationEvent) => ({ name, event, at: event.at });

    const types = Object.keys(senders) as EventType[];
    // Of what a colleague has taken, only who sends an event is of interest.
    if (context.assignee !== null)
      return types.flatMap((type) =>
        [...new Set<keyof typeof actors>([senders[type], senderOf(type)])].map((by) =>
          sample(`${type} by ${by}`, send(type, by)),
        ),
      );
    return types.flatMap((type) => [
      ...(Object.keys(actors) as (keyof typeof actors)[]).map((by) =>
        sample(`${type} by ${by}`, send(type, by)),
      ),
      ...[-1, 1].map((later) =>
        sample(
          `${type} on ${later < 0 ? 'the revision before' : 'a revision to come'}`,
          send(type, senders[type], { revision: context.revision + later }),
        ),
      ),
      ...(type === 'application.refuse' ? otherGrounds(lawful) : []).map((ground) =>
        sample(`${type} because of ${ground}`, send(type, senders[type], { ground })),
      ),
      ...(timed.includes(type) ? boundaries(now, context.answerDueAt, ends) : [])
        .filter(({ at }) => type !== 'deadline.passed' || at < due)
        .map(({ name, at }) => sample(`${type} ${name}`, send(type, senders[type], { at }))),
    ]);
  },
  // The revision only grows, and events name it relative to the current one; who the requester
  // is never changes.
  abstract: ({ context }, now) => ({
    kind: context.kind,
    isTaken: context.assignee !== null,
    answer: phase(now, context.answerDueAt),
  }),
  weights: { 'application.terminate': 0.1, 'application.refuse': 0.05, 'deadline.passed': 0.2 },
});
