import * as z from 'zod/mini';
import type { Actor } from '#machines/application.events.ts';
import type { ApplicationContext } from '#machines/application.machine.ts';
import { assignee } from './queue.ts';

/** Kinds of application whose approval may require a second opinion. */
export const approvalKinds = ['owner', 'thirdParty', 'publicBody'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export function approvalKindOf({
  kind,
  isForThirdParty,
}: Pick<ApplicationContext, 'kind' | 'isForThirdParty'>): ApprovalKind {
  if (kind === 'public') return 'publicBody';
  return isForThirdParty ? 'thirdParty' : 'owner';
}

/** Second opinions on an approval, for one reader; null if none is required. */
export const fourEyes = z.nullable(
  z.object({
    /** The colleague whose opinion lets the reader approve now. */
    second: assignee,
    /** Latest opinion of each colleague. */
    opinions: z.array(
      z.object({
        by: z.string(),
        agrees: z.boolean(),
        /** Given on the current revision of the application. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
);
export type FourEyes = z.infer<typeof fourEyes>;

/** Returns the second reviewer as an actor of the application's chart. */
export function secondOf({ second }: NonNullable<FourEyes>): Actor | null {
  return second && { role: 'reviewer', id: second.id };
}
