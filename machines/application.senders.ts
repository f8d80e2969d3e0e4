import type { Actor } from './application.events.ts';
import type { ApplicationContext, LastDecision } from './application.machine.ts';
import { UNDO_MS } from './limits.ts';

export const actors = {
  'the requester': { role: 'requester', id: 'owner' },
  'another requester': { role: 'requester', id: 'stranger' },
  'a reviewer': { role: 'reviewer', id: 'reviewer' },
  'a colleague': { role: 'reviewer', id: 'colleague' },
  'a lead': { role: 'reviewer', id: 'lead', isLead: true },
  'the requester as reviewer': { role: 'reviewer', id: 'owner' },
  'the requester as reviewer, by a lead': { role: 'reviewer', id: 'owner', isLead: true },
  'the clock': { role: 'clock', id: 'clock' },
} as const satisfies Record<string, Actor>;

export type Sender = [name: string, by: Actor];

export function undoable({ lastDecision }: ApplicationContext, now: number) {
  return lastDecision && now < lastDecision.at + UNDO_MS ? lastDecision : null;
}

const byDecider = 'decision.undo by the reviewer who decided';

/** Attempts to undo a decision. Each differs from the first one, by the decider, in one respect. */
export function undos({ by, at }: LastDecision, revision: number) {
  const decider = { role: 'reviewer', id: by } as const;
  return [
    { name: byDecider, by: decider },
    {
      name: 'decision.undo by a colleague',
      by: by === actors['a reviewer'].id ? actors['a colleague'] : actors['a reviewer'],
    },
    // The account that decided is no longer a reviewer.
    {
      name: 'decision.undo by a requester',
      by: { role: 'requester', id: by } as const,
    },
    { name: `${byDecider}, on the revision before`, by: decider, revision: revision - 1 },
    { name: `${byDecider}, in its last millisecond`, by: decider, at: at + UNDO_MS - 1 },
    { name: `${byDecider}, when it is over`, by: decider, at: at + UNDO_MS },
  ];
}

/** The assignee and another reviewer; without an assignee, two reviewers. */
export function reviewersOf({ assignee }: ApplicationContext): Sender[] {
  const { 'a reviewer': reviewer, 'a colleague': colleague } = actors;
  if (assignee === null)
    return [
      ['a reviewer', reviewer],
      ['a colleague', colleague],
    ];
  const [first, second] = assignee === colleague.id ? [colleague, reviewer] : [reviewer, colleague];
  return [
    ['the assignee', first],
    ['a colleague', second],
  ];
}

type Assignment = 'application.take' | 'application.handOver' | 'application.release';

export function assignments(
  context: ApplicationContext,
): { type: Assignment; by: Sender; to?: Sender }[] {
  const reviewers = reviewersOf(context);
  const lead: Sender = ['a lead', actors['a lead']];
  const notReviewers = Object.entries(actors).filter(([, { id }]) =>
    ['owner', 'stranger', 'clock'].includes(id),
  );
  const ownLead = 'the requester as reviewer, by a lead';
  const senders: Sender[] =
    context.assignee === null
      ? [...reviewers, ...notReviewers]
      : [
          ...reviewers,
          [ownLead, actors[ownLead]],
          ['the assignee, by a requester', { role: 'requester', id: context.assignee }],
        ];
  const colleague = reviewers[1] as Sender;
  const unableToReview = (['the requester as reviewer', 'another requester'] as const).map(
    (name): Sender => [name, actors[name]],
  );
  return [
    ...senders.map((by) => ({ type: 'application.take', by }) as const),
    ...[...senders, lead].map((by) => ({ type: 'application.release', by }) as const),
    ...[...senders, lead].map(
      (by) => ({ type: 'application.handOver', by, to: colleague }) as const,
    ),
    ...unableToReview.map((to) => ({ type: 'application.handOver', by: lead, to }) as const),
  ];
}
