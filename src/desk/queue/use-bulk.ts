import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { send } from '#ui/calls/call.ts';
import type { ApiError, CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';

type Item = CallData<'deskQueue'>['items'][number];

/** An act on one or more applications of the queue. */
export type BulkAct =
  | { type: 'take' }
  | { type: 'start' }
  | { type: 'handOver'; to: string; email: string };

/** What became of one application. */
export interface Outcome {
  number: string;
  isDone: boolean;
  text: string;
}

/**
 * Acts on applications one after the other; each has an outcome of its own. Ends once the queue is
 * loaded again: until then its rows are those from before.
 */
export function useBulk() {
  const { t } = useLingui();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isBusy, setBusy] = useState(false);

  function sendAct({ number: applicationNumber, revision }: Item, act: BulkAct): Promise<unknown> {
    const silently = { silent: true };
    if (act.type === 'take') return send('deskTake', { applicationNumber }, silently);
    if (act.type === 'start')
      return send('deskStartReview', { applicationNumber, revision }, silently);
    return send('deskHandOver', { applicationNumber, to: act.to }, silently);
  }

  function done(act: BulkAct): string {
    if (act.type === 'take') return t`Taken by you`;
    if (act.type === 'start') return t`The review has started.`;
    const { email } = act;
    return t`Handed over to ${email}`;
  }

  async function run(items: readonly Item[], act: BulkAct): Promise<void> {
    setBusy(true);
    const made: Outcome[] = [];
    for (const item of items) {
      const { number } = item;
      await sendAct(item, act).then(
        () => made.push({ number, isDone: true, text: done(act) }),
        (refused: ApiError) => made.push({ number, isDone: false, text: refused.message }),
      );
      setOutcomes([...made]);
    }
    // Once for all, and not after each.
    await invalidate(['deskQueue', 'deskApplication']);
    setBusy(false);
  }

  return { outcomes, isBusy, run, clear: () => setOutcomes([]) };
}
