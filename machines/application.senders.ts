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
  const isReviewers = by === actors['a reviewer'].id;
  const ofDecider = { role: 'reviewer', id: by } as const;
  return [
    { name: byDecider, by: ofDecider },
    {
      name: 'decision.undo by a colleague',
      by: isReviewers ? actors['a colleague'] : actors['a reviewer'],
    },
    // The account that decided is no longer a reviewer.
    {
      name: 'decision.undo by a requester',
      by: { role: 'requester', id: by } as const,
    },
    { name: `${byDecider}, on the revision before`, by: ofDecider, revision: revision - 1 },
    { name: `${byDecider}, in its last millisecond`, by: ofDecider, at: at + UNDO_MS - 1 },
    { name: `${byDecider}, when it is over`, by: ofDecider, at: at + UNDO_MS },
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
  const isColleagues = assignee === colleague.id;
  return [
    ['the assignee', isColleagues ? colleague : reviewer],
    ['a colleague', isColleagues ? reviewer : colleague],
  ];
}

type Assignment = 'application.take' | 'application.handOver' | 'application.release';

export function assignments(
  context: ApplicationContext,
): { type: Assignment; by: Sender; to?: Sender }[] {
  const reviewers = reviewersOf(context);
  const lead: Sender = ['a lead', actors['a lead']];
  const otherActors = Object.entries(actors).filter(([, { id }]) =>
    ['owner', 'stranger', 'clock'].includes(id),
  );
  const ownLead = 'the requester as reviewer, by a lead';
  const some: Sender[] =
    context.assignee === null
      ? [...reviewers, ...otherActors]
      : [
          ...reviewers,
          [ownLead, actors[ownLead]],
          ['the assignee, by a requester', { role: 'requester', id: context.assignee }],
        ];
  const colleague = reviewers[1] as Sender;
  const others = (['the requester as reviewer', 'another requester'] as const).map(
    (name): Sender => [name, actors[name]],
  );
  return [
    ...some.map((by) => ({ type: 'application.take', by }) as const),
    ...[...some, lead].map((by) => ({ type: 'application.release', by }) as const),
    ...[...some, lead].map((by) => ({ type: 'application.handOver', by, to: colleague }) as const),
    ...others.map((to) => ({ type: 'application.handOver', by: lead, to }) as const),
  ];
}
