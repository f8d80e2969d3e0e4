import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { canTake } from '#contract/stored-application.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { send } from '#ui/calls/call.ts';
import type { ApiError, CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { offeredAssignments } from '../assignment.ts';
import { HandOver } from '../choose-colleague.tsx';
import { useStaff } from '../staff-context.ts';
import { UNDO_STARTED_EVENT, UNDONE_EVENT, useUndoable } from '../undo/use-undoable.ts';
import styles from './queue.module.css';
import type { QueueItem } from './queue-address.ts';
import tableStyles from './queue-table.module.css';

interface BulkAction {
  /** Sends the action. The response has a revision if the action is a decision, to undo it. */
  send: (item: QueueItem) => Promise<CallData<'deskStartReview'> | CallData<'deskTake'> | null>;
  done: (count: number) => ReactNode;
  meanwhile?: string;
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
  const [, setUndoable] = useUndoable();
  const isStopped = useRef(false);
  const clear = () => setOutcome(undefined);
  useWindowEvent(UNDO_STARTED_EVENT, () => {
    isStopped.current = true;
  });
  useWindowEvent(UNDONE_EVENT, clear);

  /**
   * An undo of the first decisions stops the action. Returns the numbers of the applications that
   * were not reached or whose action failed.
   */
  async function run(items: readonly QueueItem[], action: BulkAction): Promise<string[]> {
    setBusy(true);
    let outcome: Outcome = { action, total: items.length, done: 0, failures: [] };
    setOutcome(outcome);
    isStopped.current = false;
    const left = new Set(items.map(({ number }) => number));
    for (const item of items) {
      if (isStopped.current) break;
      const { number } = item;
      const at = Date.now();
      outcome = await action.send(item).then(
        (answer) => {
          left.delete(number);
          const isFirst = outcome.done === 0;
          if (answer && 'revision' in answer)
            setUndoable((offered) => ({
              decided: [
                ...(isFirst ? [] : (offered?.decided ?? [])),
                { ...answer, until: at + UNDO_MS },
              ],
            }));
          return { ...outcome, done: outcome.done + 1 };
        },
        ({ message }: ApiError) => ({
          ...outcome,
          failures: [...outcome.failures, { number, text: message }],
        }),
      );
      if (!isStopped.current) setOutcome(outcome);
    }
    await invalidate(['deskQueue', 'deskApplication', 'deskViewCounts']);
    setBusy(false);
    return [...left];
  }

  return { outcome, isBusy, run, clear };
}

type BulkAct = 'take' | 'start' | 'handOver';

interface BulkBarProps {
  items: readonly QueueItem[];
  isBusy: boolean;
  onAct: (items: readonly QueueItem[], action: BulkAction) => void;
  onClear: () => void;
}

const silently = { silent: true };

export function BulkBar({ items, isBusy, onAct, onClear }: BulkBarProps) {
  const { t } = useLingui();
  const { reviewer } = useStaff();
  const [asked, setAsked] = useState<BulkAct>();
  const able = (act: BulkAct) =>
    items.filter((item) => {
      if (act !== 'start') return offeredAssignments(item, reviewer).includes(act);
      const { revision, updatedAt: at } = item;
      const by = { role: 'reviewer', ...reviewer } as const;
      // Without the schemas of decisions, which the queue need not load.
      const application = { ...item, assignee: item.assignee?.id ?? null };
      return canTake(application, { type: 'review.start', by, revision, at });
    });
  const chosen = asked ? able(asked) : [];
  const holders = new Set(chosen.map(({ assignee }) => assignee?.id));
  const button = (act: BulkAct, label: string) => {
    const isUnable = able(act).length === 0;
    return (
      <Button
        size="sm"
        color="white"
        variant="outline"
        disabled={isBusy || isUnable}
        {...(isUnable && { title: t`None of the selected applications allows this.` })}
        onClick={() => setAsked(act)}
      >
        {label}
      </Button>
    );
  };
  const actions = {
    take: {
      title: plural(chosen.length, { one: 'Take # application?', other: 'Take # applications?' }),
      confirm: t`Take`,
      note: null,
      send: ({ number }) => send('deskTake', { applicationNumber: number }, silently),
      done: (done) => (
        <Plural value={done} one="You took # application." other="You took # applications." />
      ),
    },
    start: {
      title: plural(chosen.length, { one: 'Start # review?', other: 'Start # reviews?' }),
      confirm: t`Start the review`,
      note: <p>{t`The requesters see it in the portal. No letter is sent.`}</p>,
      send: ({ number: applicationNumber, revision }) =>
        send('deskStartReview', { applicationNumber, revision }, silently),
      done: (done) => (
        <Plural value={done} one="# review has started." other="# reviews have started." />
      ),
      meanwhile: t`Undo also stops the remaining ones.`,
    },
  } satisfies Record<string, BulkAction & { title: string; confirm: string; note: Elements }>;
  const question = asked && asked !== 'handOver' ? actions[asked] : undefined;
  const handOver = (to: string, email: string): BulkAction => ({
    send: handOverTogether(chosen, to),
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
    onAct(chosen, action);
  }
  return (
    <div className={`row ${tableStyles.bar}`}>
      <b>
        <Plural value={items.length} one="# application selected" other="# applications selected" />
      </b>
      {button('take', t`Take`)}
      {button('start', t`Start the review`)}
      {button('handOver', t`Hand over…`)}
      <Button size="sm" color="white" variant="transparent" ml="auto" onClick={onClear}>
        {t`Clear the selection`}
      </Button>
      {question && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          isConfirmFirst
          onConfirm={() => act(question)}
          onCancel={() => setAsked(undefined)}
        >
          {question.note}
          <LeftOut count={items.length - chosen.length} />
        </ConfirmDialog>
      )}
      {asked === 'handOver' && (
        <HandOver
          count={chosen.length}
          // Does not offer a colleague to whom all chosen applications are already assigned.
          without={holders.size === 1 ? [...holders] : []}
          onChosen={(to, email) => act(handOver(to, email))}
          onCancel={() => setAsked(undefined)}
        >
          <LeftOut count={items.length - chosen.length} />
        </HandOver>
      )}
    </div>
  );
}

/**
 * Hands all applications over in one call, so that the receiver gets one e-mail. Those that the call
 * leaves out are sent alone, for the reason of their rejection.
 */
function handOverTogether(items: readonly QueueItem[], to: string): BulkAction['send'] {
  const applicationNumbers = items.map(({ number }) => number);
  let all: ReturnType<typeof send<'deskHandOverAll'>> | undefined;
  return async ({ number: applicationNumber }) => {
    all ??= send('deskHandOverAll', { applicationNumbers, to }, silently);
    const { handedOver } = await all;
    if (handedOver.includes(applicationNumber)) return null;
    return send('deskHandOver', { applicationNumber, to }, silently);
  };
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <Plural
        value={count}
        one="# selected application is left out, because its status or its assignee does not allow this."
        other="# selected applications are left out, because their status or their assignee does not allow this."
      />
    </p>
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
          {isBusy && <p>{t`${position} of ${total}`}</p>}
          {isBusy && action?.meanwhile && <p>{action.meanwhile}</p>}
          {!isBusy && done > 0 && <p>{action?.done(done)}</p>}
          {!isBusy && failures.length > 0 && (
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
          {!isBusy && <button type="button" onClick={onClose}>{t`Close`}</button>}
        </div>
      )}
    </div>
  );
}
