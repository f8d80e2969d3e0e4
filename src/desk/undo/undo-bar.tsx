import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button, Paper } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codes } from '#contract/codes.ts';
import { SECOND } from '#lib/words/durations.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { call } from '#ui/calls/call.ts';
import { dismissNotices, showMessage } from '#ui/messages/messages.ts';
import styles from './undo-bar.module.css';
import { UNDO_STARTED_EVENT, UNDONE_EVENT, type Undoable, useUndoable } from './use-undoable.ts';

const seconds = UNDO_MS / SECOND;

/**
 * Offers to undo the last decisions for some seconds, with a button or `Ctrl+Z`. Later, a decision
 * can still be corrected with a letter to the requester, so the time limit is acceptable under WCAG
 * 2.2.1.
 */
export default function UndoBar({ decided, isOutcomeUnknown }: Undoable) {
  const { t } = useLingui();
  const [, setUndoable] = useUndoable();
  const [now, setNow] = useState(Date.now);
  const open = decided.filter(({ until }) => until > now);
  const left = Math.ceil(((open[0]?.until ?? now) - now) / SECOND);
  const bar = useRef<HTMLElement>(null);
  const end = () => {
    // The focused button is about to disappear.
    if (bar.current?.contains(document.activeElement)) document.getElementById('content')?.focus();
    setUndoable(null);
  };
  const tick = useEffectEvent(() => {
    const time = Date.now();
    if (decided.some(({ until }) => until > time)) setNow(time);
    else end();
  });
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'nearest' });
    const timer = setInterval(tick, SECOND / 4);
    return () => clearInterval(timer);
  }, []);

  async function undo() {
    window.dispatchEvent(new Event(UNDO_STARTED_EVENT));
    end();
    const outcomes = await Promise.allSettled(
      open.map(({ until, ...each }) => call('deskUndo', each, { silent: true })),
    );
    const {
      done = [],
      failed = [],
      unknown = [],
    } = Object.groupBy(open, (_, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return 'done';
      return permanentErrors.includes(outcome.reason.code) ? 'failed' : 'unknown';
    });
    // Offers the undo again, which is idempotent: a repeated call gets the same response.
    if (unknown.length > 0)
      setUndoable({
        decided: unknown.map((each) => ({ ...each, until: Date.now() + UNDO_MS })),
        isOutcomeUnknown: true,
      });
    if (done.length > 0) {
      // One of them may report the decision.
      dismissNotices();
      window.dispatchEvent(new Event(UNDONE_EVENT));
      showMessage({
        kind: 'notice',
        text: plural(
          { done: done.length },
          {
            one: 'The decision is undone. No letter was sent.',
            other: '# decisions are undone. No letter was sent.',
          },
        ),
      });
    }
    if (failed.length > 0)
      showMessage({
        kind: 'error',
        text: plural(
          { failed: failed.length },
          {
            one: 'The decision stands: its time to undo has passed, or the application has changed.',
            other:
              '# decisions stand: their time to undo has passed, or the applications have changed.',
          },
        ),
      });
  }

  useWindowEvent('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    // In a field, the shortcut undoes typing.
    const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
    if (!isUndo || isTyping) return;
    event.preventDefault();
    void undo();
  });

  return (
    <Paper
      ref={bar}
      component="section"
      aria-label={t`Undo`}
      className={styles.bar}
      data-undo-bar
      withBorder
      shadow="md"
      px="sm"
      py={4}
    >
      <div className="row">
        <span role="status">
          {isOutcomeUnknown ? (
            <Plural
              value={decided.length}
              one="It is not known whether the decision was undone. Try again."
              other="It is not known whether # decisions were undone. Try again."
            />
          ) : (
            <Plural
              value={decided.length}
              one={`The decision can be undone for ${seconds} seconds.`}
              other={`# decisions can be undone, each for ${seconds} seconds.`}
            />
          )}
        </span>
        <Button size="xs" aria-keyshortcuts="Control+Z" onClick={undo}>
          <span>
            {decided.length === 1 ? t`Undo` : t`Undo ${open.length} of ${decided.length}`}
          </span>
          <span aria-hidden="true">{`\u00A0(${left} s)`}</span>
        </Button>
      </div>
    </Paper>
  );
}

const permanentErrors: readonly unknown[] = [codes.outdated, codes.notAllowedNow];

const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
