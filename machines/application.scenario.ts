import { boundaries, phase, scenario } from '#lib/statechart/paths/scenario.ts';
import type { Actor, ApplicationEvent } from './application.events.ts';
import { applicationMachine } from './application.machine.ts';
import {
  actors,
  assignments,
  reviewersOf,
  type Sender,
  undoable,
  undos,
} from './application.senders.ts';
import { type RefusalGround, refusalGrounds } from './refusal-grounds.ts';

const DAY = 86_400_000;
const ANSWER_WITHIN = 14 * DAY;

const senders = {
  'review.start': 'a reviewer',
  'qualification.pass': 'a reviewer',
  'information.request': 'a reviewer',
  'information.supply': 'the requester',
  'data.request': 'the requester',
  'data.approve': 'a reviewer',
  'sharing.withhold': 'a reviewer',
  'sharing.suspend': 'a reviewer',
  'sharing.resume': 'a reviewer',
  'application.terminate': 'the requester',
  'application.refuse': 'a reviewer',
  'deadline.passed': 'the clock',
  'deadline.extend': 'a reviewer',
  'information.withdraw': 'a reviewer',
  'application.reopen': 'a lead',
  'approval.withdraw': 'a lead',
  'sharing.end': 'a lead',
  'link.ended': 'the clock',
  'link.renewed': 'the clock',
} as const;
type EventType = keyof typeof senders;

const awaitingStates = [
  'qualification.informationRequired',
  'dataRequest.awaited',
  'dataRequest.informationRequired',
] as const;

const corrections: readonly EventType[] = [
  'deadline.extend',
  'information.withdraw',
  'application.reopen',
  'approval.withdraw',
  'sharing.end',
];

const timed: readonly EventType[] = ['information.supply', 'data.request', 'deadline.passed'];

const seconds = {
  'with the opinion of a colleague': actors['a colleague'],
  'without the second opinion that is needed': null,
  'with an opinion of their own': actors['a reviewer'],
  'with the opinion of the requester as reviewer': actors['the requester as reviewer'],
} as const satisfies Record<string, Actor | null>;

const ends = { before: 'in its last millisecond', at: 'when the time to answer is over' };

function otherGrounds(lawful: RefusalGround): RefusalGround[] {
  return (Object.keys(refusalGrounds) as RefusalGround[]).filter((ground) => ground !== lawful);
}

export const applicationScenario = scenario<typeof applicationMachine>({
  machine: applicationMachine,
  starts: [
    {
      name: 'a personal application',
      input: { kind: 'personal', isForThirdParty: false, requester: 'owner' },
    },
    {
      name: 'a third-party application',
      input: { kind: 'personal', isForThirdParty: true, requester: 'owner' },
    },
    {
      name: 'a public application',
      input: { kind: 'public', isForThirdParty: false, requester: 'owner' },
    },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples(snapshot, now) {
    const { context } = snapshot;
    const lawful = context.kind === 'personal' ? 'tradeSecrets' : 'alreadyProvided';
    const due = Math.max(now, context.answerDueAt ?? now);
    const isAnswerAwaited = awaitingStates.some((state) => state === context.endedIn);
    const reopenedUntil = isAnswerAwaited ? now + ANSWER_WITHIN : null;
    const send = (
      type: ApplicationEvent['type'],
      by: Actor,
      about: Partial<Pick<ApplicationEvent, 'revision' | 'at'>> & {
        ground?: RefusalGround;
        to?: Actor;
        second?: Actor | null;
        answerDueAt?: number;
        fetchedAt?: number;
      } = {},
    ) =>
      ({
        type,
        by,
        at: type === 'deadline.passed' ? due : now,
        revision: context.revision,
        ...((type === 'qualification.pass' || type === 'information.request') && {
          answerDueAt: now + ANSWER_WITHIN,
        }),
        ...(type === 'deadline.extend' && { answerDueAt: due + ANSWER_WITHIN }),
        ...(type === 'application.reopen' && { answerDueAt: reopenedUntil }),
        ...(type === 'approval.withdraw' && { fetchedAt: null }),
        ...(type === 'link.ended' && { endedAt: now }),
        ...(type === 'application.refuse' && { ground: lawful }),
        ...about,
      }) as ApplicationEvent;
    const sample = (name: string, event: ApplicationEvent) => ({ name, event, at: event.at });

    const types = Object.keys(senders) as EventType[];
    const sentBy = (type: EventType, [name, by]: Sender = [senders[type], actors[senders[type]]]) =>
      sample(`${type} by ${name}`, send(type, by));
    const nothingToUndo = sample(
      'decision.undo by a reviewer',
      send('decision.undo', actors['a reviewer']),
    );
    const otherRefusals = otherGrounds(lawful).map((ground) =>
      sample(
        `application.refuse because of ${ground}`,
        send('application.refuse', actors['a reviewer'], { ground }),
      ),
    );
    const isApproved = snapshot.matches('approved');
    const fetched = sample(
      'approval.withdraw after the report was fetched',
      send('approval.withdraw', actors['a lead'], { fetchedAt: now }),
    );
    const notLater = sample(
      'deadline.extend to the same date',
      send('deadline.extend', actors['a reviewer'], { answerDueAt: context.answerDueAt ?? now }),
    );
    const isUnderReview = snapshot.matches({ dataRequest: 'underReview' });
    const seconded = Object.entries(seconds).map(([name, second]) =>
      sample(`data.approve ${name}`, send('data.approve', actors['a reviewer'], { second })),
    );
    // Assignments do not depend on the use, so only own use has samples of all of them.
    const toUndo = undoable(context, now);
    const isOwnUse = context.kind === 'personal' && !context.isForThirdParty;
    const taker =
      context.kind === 'public' && snapshot.matches('qualification') ? 'a reviewer' : null;
    const shared = assignments(context)
      .filter(
        ({ type, by: [name] }) =>
          (isOwnUse && !toUndo) ||
          name === 'the requester' ||
          // Handovers, and taking them back, are explored for own use only.
          (name === 'the assignee' && type !== 'application.handOver') ||
          (type === 'application.take' && name === taker),
      )
      .map(({ type, by: [name, by], to }) =>
        sample(
          `${type} by ${name}${to ? ` to ${to[0]}` : ''}`,
          send(type, by, to && { to: to[1] }),
        ),
      );
    // All other variants are tried in this state once the time to undo has passed.
    if (toUndo)
      return [
        ...types.map((type) =>
          sentBy(
            type,
            senders[type] === 'a reviewer' && context.assignee !== null
              ? reviewersOf(context)[0]
              : undefined,
          ),
        ),
        ...shared,
        ...undos(toUndo, context.revision).map(({ name, by, ...about }) =>
          sample(name, send('decision.undo', by, about)),
        ),
      ];
    // Use by a third party changes only which grounds are lawful.
    if (context.isForThirdParty) {
      const owner: Sender = ['the requester', actors['the requester']];
      const sent = types.map((type) => sentBy(type, type.startsWith('link.') ? owner : undefined));
      return [...sent, ...otherRefusals, ...shared, nothingToUndo];
    }
    // Once an application is assigned, only the senders of events are varied.
    if (context.assignee !== null) {
      const sendersOf = (type: EventType): Sender[] =>
        senders[type] === 'a reviewer'
          ? reviewersOf(context)
          : [[senders[type], actors[senders[type]]]];
      return [
        ...types.flatMap((type) => sendersOf(type).map((by) => sentBy(type, by))),
        ...shared,
        nothingToUndo,
      ];
    }
    const decided = types.flatMap((type) => {
      const sender = actors[senders[type]];
      // If a correction is not possible, its sender does not matter.
      if (corrections.includes(type) && !snapshot.can(send(type, sender))) return sentBy(type);
      const everyone = Object.entries(actors).filter(
        ([name]) => !name.endsWith(' lead') || senders[type] === 'a lead',
      );
      return [
        ...everyone.map((by) => sentBy(type, by)),
        ...[-1, 1].map((later) =>
          sample(
            `${type} on ${later < 0 ? 'the revision before' : 'a revision to come'}`,
            send(type, sender, { revision: context.revision + later }),
          ),
        ),
        ...(type === 'application.refuse' ? otherRefusals : []),
        ...(type === 'data.approve' && isUnderReview ? seconded : []),
        ...(type === 'approval.withdraw' && isApproved ? [fetched] : []),
        ...(type === 'deadline.extend' && context.answerDueAt !== null ? [notLater] : []),
        ...(timed.includes(type) ? boundaries(now, context.answerDueAt, ends) : [])
          .filter(({ at }) => type !== 'deadline.passed' || at < due)
          .map(({ name, at }) => sample(`${type} ${name}`, send(type, sender, { at }))),
      ];
    });
    return [...decided, ...shared, nothingToUndo];
  },
  // Revisions in events are relative to the current one, and the requester never changes.
  abstract: ({ context }, now) => ({
    kind: context.kind,
    isTaken: context.assignee !== null,
    // Handovers by a lead need no mark: no sample has that lead take the application back.
    ...([actors['a reviewer'].id, actors['a colleague'].id].some(
      (id) => id === context.handedOverBy,
    ) && { isHandedOver: true }),
    answer: phase(now, context.answerDueAt),
    ...(context.endedIn !== null && { endedIn: context.endedIn }),
    isLinked: context.linkEndedAt === null,
    ...(undoable(context, now) && {
      undo: context.lastDecision?.from ?? 'the deadline',
      answerBefore: phase(now, context.lastDecision?.answerDueAt ?? null),
      wasTaken: context.lastDecision?.assignee !== null,
    }),
    ...(context.isForThirdParty && { isForThirdParty: true }),
  }),
});
