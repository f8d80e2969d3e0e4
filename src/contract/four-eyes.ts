import * as z from 'zod/mini';
import type { Actor } from '#machines/application.events.ts';
import type { ApplicationContext } from '#machines/application.machine.ts';
import { assignee } from './queue.ts';

/** Kinds of application whose approval may need a second opinion. */
export const approvalKinds = ['owner', 'thirdParty', 'publicBody'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export function approvalKindOf({
  kind,
  isForThirdParty,
}: Pick<ApplicationContext, 'kind' | 'isForThirdParty'>): ApprovalKind {
  if (kind === 'public') return 'publicBody';
  return isForThirdParty ? 'thirdParty' : 'owner';
}

/** Second opinions on an approval, to one reader; null of a kind that needs none. */
export const fourEyes = z.nullable(
  z.object({
    /** The colleague with whose opinion the reader may approve now. */
    second: assignee,
    /** What colleagues of the reader said last. */
    opinions: z.array(
      z.object({
        by: z.string(),
        agrees: z.boolean(),
        /** It is about the application as it is now. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
);
export type FourEyes = z.infer<typeof fourEyes>;

/** The second opinion as the application's chart takes it. */
export function secondOf({ second }: NonNullable<FourEyes>): Actor | null {
  return second && { role: 'reviewer', id: second.id };
}
