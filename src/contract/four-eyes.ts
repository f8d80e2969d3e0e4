import * as z from 'zod/mini';
import type { Actor } from '#machines/application.events.ts';
import type { ApplicationContext } from '#machines/application.machine.ts';
import { assignee } from './fields.ts';

export const approvalKinds = ['owner', 'thirdParty', 'publicBody'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export function approvalKindOf({
  kind,
  isForThirdParty,
}: Pick<ApplicationContext, 'kind' | 'isForThirdParty'>): ApprovalKind {
  if (kind === 'public') return 'publicBody';
  return isForThirdParty ? 'thirdParty' : 'owner';
}

export const fourEyes = z.nullable(
  z.object({
    /** Colleague whose opinion allows the calling user to approve now. */
    second: assignee,
    opinions: z.array(z.object({ by: z.string(), agrees: z.boolean(), isCurrent: z.boolean() })),
  }),
);
export type FourEyes = z.infer<typeof fourEyes>;

export function secondOf({ second }: NonNullable<FourEyes>): Actor | null {
  return second && { role: 'reviewer', id: second.id };
}
