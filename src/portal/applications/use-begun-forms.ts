import { useState } from 'react';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { accountsName, forgetKept, inTurn } from '#ui/form/accounts-drafts.ts';
import { type Draft, findDraft } from '#ui/form/drafts.ts';

/** A form that was begun and not sent, on this device or another. */
export interface BegunForm {
  /** What this device holds of it. */
  local: Draft<{ purpose: string }> | null;
  /** What the account has of it; undefined of nothing. */
  kept: CallData<'draftList'>[number] | undefined;
  /** Nothing is known of what the account has. */
  isUnknown: boolean;
}

/** Finds forms that were begun and not sent, by the names of their drafts on this device. */
export function useBegunForms() {
  const { data: listed, isFailed } = useQuery('draftList', {}, { silent: true });
  // Only to draw the list anew: the device holds its own drafts.
  const [, setForgotten] = useState(0);
  const isKnown = listed !== undefined && !isFailed;

  function find(draft: string): BegunForm | null {
    const local = findDraft<{ purpose: string }>(draft);
    const kept = listed?.find(({ name }) => name === accountsName(draft));
    // What the account had and has no more was sent or deleted elsewhere.
    const isGone = isKnown && !kept && !local?.values;
    return isGone || (!local && !kept) ? null : { local, kept, isUnknown: !isKnown };
  }

  async function forget(draft: string) {
    // Where it fails the call says so, and the account's is still listed.
    await inTurn(() => forgetKept(draft, { silent: false })).catch(() => {});
    setForgotten((count) => count + 1);
  }

  return { find, forget };
}
