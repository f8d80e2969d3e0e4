import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type Ref, useState } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import { send } from '#ui/calls/call.ts';
import type { ApiError, CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { HandOver } from '../choose-colleague.tsx';
import { UNDONE, type Undoable, useOfferUndo } from '../undo/use-undoable.ts';
import styles from './queue.module.css';
import type { QueueItem } from './queue-address.ts';
import tableStyles from './queue-table.module.css';

interface BulkAction {
  /** Sends the action. The response has a revision if the action is a decision, to undo it. */
  send: (item: QueueItem) => Promise<CallData<'deskStartReview'> | CallData<'deskTake'>>;
  done: (count: number) => ReactNode;
}

interface Outcome {
  action: BulkAction;
  total: number;
  done: number;
  failures: readonly { number: string; text: string }[];
}

/**
 * Runs an action on several applications sequentially. Stays busy until the queue is reloaded,
 * because its rows are stale until then.
 */
export function useBulk() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const offerUndo = useOfferUndo();
  const clear = () => setOutcome(undefined);
  useWindowEvent(UNDONE, clear);

  async function run(items: readonly QueueItem[], action: BulkAction): Promise<void> {
    setBusy(true);
    let outcome: Outcome = { action, total: items.length, done: 0, failures: [] };
    setOutcome(outcome);
    let decidedAt = 0;
    const decided: Undoable['decided'][number][] = [];
    for (const item of items) {
      const { number } = item;
      const at = Date.now();
      outcome = await action.send(item).then(
        (answer) => {
          if ('revision' in answer) {
            decided.push(answer);
            decidedAt = at;
          }
          return { ...outcome, done: outcome.done + 1 };
        },
        ({ message }: ApiError) => ({
          ...outcome,
          failures: [...outcome.failures, { number, text: message }],
        }),
      );
      setOutcome(outcome);
    }
    if (decided.length > 0) offerUndo(decidedAt, decided);
    await invalidate(['deskQueue', 'deskApplication', 'deskViewCounts']);
    setBusy(false);
  }

  return { outcome, isBusy, run, clear };
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
  const [asked, setAsked] = useState<'take' | 'start' | 'handOver'>();
  const button = { size: 'sm', color: 'white', variant: 'outline', disabled: isBusy } as const;
  const take: BulkAction = {
    send: ({ number }) => send('deskTake', { applicationNumber: number }, silently),
    done: (done) => (
      <Plural value={done} one="You took # application." other="You took # applications." />
    ),
  };
  const start: BulkAction = {
    send: ({ number: applicationNumber, revision }) =>
      send('deskStartReview', { applicationNumber, revision }, silently),
    done: (done) => (
      <Plural value={done} one="# review has started." other="# reviews have started." />
    ),
  };
  const handOver = (to: string, email: string): BulkAction => ({
    send: ({ number }) => send('deskHandOver', { applicationNumber: number, to }, silently),
    done: (done) => (
      <Plural
        value={done}
        one={`# application was handed over to ${email}.`}
        other={`# applications were handed over to ${email}.`}
      />
    ),
  });
  function act(action: BulkAction) {
    setAsked(undefined);
    onAct(action);
  }
  return (
    <div className={`row ${tableStyles.bar}`}>
      <b>
        <Plural value={count} one="# application selected" other="# applications selected" />
      </b>
      <Button {...button} onClick={() => setAsked('take')}>{t`Take`}</Button>
      <Button {...button} onClick={() => setAsked('start')}>{t`Start the review`}</Button>
      <Button {...button} onClick={() => setAsked('handOver')}>{t`Hand over…`}</Button>
      <Button {...button} variant="transparent" ml="auto" disabled={false} onClick={onClear}>
        {t`Clear the selection`}
      </Button>
      {(asked === 'take' || asked === 'start') && (
        <ConfirmDialog
          title={
            asked === 'take'
              ? plural(count, { one: 'Take # application?', other: 'Take # applications?' })
              : plural(count, { one: 'Start # review?', other: 'Start # reviews?' })
          }
          confirm={asked === 'take' ? t`Take` : t`Start the review`}
          isConfirmFirst
          onConfirm={() => act(asked === 'take' ? take : start)}
          onCancel={() => setAsked(undefined)}
        >
          {asked === 'start' && <p>{t`Each requester is informed.`}</p>}
        </ConfirmDialog>
      )}
      {asked === 'handOver' && (
        <HandOver
          without={[]}
          onChosen={(to, email) => act(handOver(to, email))}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface BulkOutcomeProps {
  outcome: Outcome | undefined;
  isBusy: boolean;
  onClose: () => void;
  ref: Ref<HTMLDivElement>;
}

export function BulkOutcome({ outcome, isBusy, onClose, ref }: BulkOutcomeProps) {
  const { t } = useLingui();
  const { action, total = 0, done = 0, failures = [] } = outcome ?? {};
  const position = done + failures.length;
  return (
    <div role="status" aria-label={t`Outcome of the action`}>
      {outcome && (
        <div ref={ref} className="stack stack-small panel above below" tabIndex={-1}>
          {isBusy ? (
            <p>{t`${position} of ${total}`}</p>
          ) : (
            <>
              {done > 0 && <p>{action?.done(done)}</p>}
              {failures.length > 0 && (
                <>
                  <p>
                    <Plural
                      value={failures.length}
                      one="# application is unchanged:"
                      other="# applications are unchanged:"
                    />
                  </p>
                  <ul className={`plain ${styles.failures}`}>
                    {failures.map(({ number, text }) => (
                      <li key={number}>
                        <Glyph name="warning" /> <b>{number}</b> <span>{text}</span>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <button type="button" onClick={onClose}>
                {t`Close`}
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
