import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import { send } from '#ui/calls/call.ts';
import type { ApiError, CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { HandOver } from '../choose-colleague.tsx';
import styles from './queue.module.css';

type Item = CallData<'deskQueue'>['items'][number];

interface BulkAction {
  send: (item: Item) => Promise<unknown>;
  done: string;
}

interface Outcome {
  number: string;
  isDone: boolean;
  text: string;
}

/**
 * Runs an action on several applications sequentially and collects the outcomes. Stays busy until
 * the queue is reloaded, because its rows are stale until then.
 */
export function useBulk() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isBusy, setBusy] = useState(false);

  async function run(items: readonly Item[], action: BulkAction): Promise<void> {
    setBusy(true);
    const finished: Outcome[] = [];
    for (const item of items) {
      const { number } = item;
      await action.send(item).then(
        () => finished.push({ number, isDone: true, text: action.done }),
        (refused: ApiError) => finished.push({ number, isDone: false, text: refused.message }),
      );
      setOutcomes([...finished]);
    }
    await invalidate(['deskQueue', 'deskApplication']);
    setBusy(false);
  }

  return { outcomes, isBusy, run, clear: () => setOutcomes([]) };
}

interface BulkBarProps {
  count: number;
  isBusy: boolean;
  onAct: (action: BulkAction) => void;
  onClear: () => void;
}

const silently = { silent: true };

export function BulkBar({ count, isBusy, onAct, onClear }: BulkBarProps) {
  const { t } = useLingui();
  const [isHanding, setHanding] = useState(false);
  const button = { size: 'sm', color: 'white', variant: 'outline', disabled: isBusy } as const;
  const take: BulkAction = {
    send: ({ number }) => send('deskTake', { applicationNumber: number }, silently),
    done: t`Taken by you`,
  };
  const start: BulkAction = {
    send: ({ number: applicationNumber, revision }) =>
      send('deskStartReview', { applicationNumber, revision }, silently),
    done: t`The review has started.`,
  };
  const handOver = (to: string, email: string): BulkAction => ({
    send: ({ number }) => send('deskHandOver', { applicationNumber: number, to }, silently),
    done: t`Handed over to ${email}`,
  });
  return (
    <div className={`row ${styles.bar}`}>
      <b>
        <Plural value={count} one="# application selected" other="# applications selected" />
      </b>
      <Button {...button} onClick={() => onAct(take)}>{t`Take`}</Button>
      <Button {...button} onClick={() => onAct(start)}>{t`Start the review`}</Button>
      <Button {...button} onClick={() => setHanding(true)}>{t`Hand over…`}</Button>
      <Button {...button} variant="transparent" ml="auto" disabled={false} onClick={onClear}>
        {t`Clear the selection`}
      </Button>
      {isHanding && (
        <HandOver
          without={[]}
          onChosen={(to, email) => {
            setHanding(false);
            onAct(handOver(to, email));
          }}
          onCancel={() => setHanding(false)}
        />
      )}
    </div>
  );
}

interface BulkOutcomesProps {
  outcomes: readonly Outcome[];
  onClose: () => void;
  ref: Ref<HTMLDivElement>;
}

export function BulkOutcomes({ outcomes, onClose, ref }: BulkOutcomesProps) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Outcome of each application`}>
      {outcomes.length > 0 && (
        <div ref={ref} className="stack stack-small panel above below" tabIndex={-1}>
          <ul className={`plain ${styles.outcomes}`}>
            {outcomes.map(({ number, isDone, text }) => (
              <li key={number} data-done={isDone ? 'yes' : 'no'}>
                <Glyph name={isDone ? 'check' : 'warning'} /> <b>{number}</b> <span>{text}</span>
              </li>
            ))}
          </ul>
          <button type="button" onClick={onClose}>
            {t`Close`}
          </button>
        </div>
      )}
    </div>
  );
}
