import { useLingui } from '@lingui/react/macro';
import { Notification } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';
import styles from './message-area.module.css';
import { dismissMessage, type Message, useMessages } from './messages.ts';

/**
 * Messages at the bottom of the window. At the end of the page they are below the content and cover
 * nothing. In narrow windows, notices are over the header. Both live regions are always rendered: screen readers announce changes only.
 */
export function MessageArea() {
  const messages = useMessages();
  return (
    <div className={styles.area}>
      {(['error', 'notice'] as const).map((kind) => (
        <div key={kind} role={kind === 'error' ? 'alert' : 'status'}>
          {messages
            .filter((message) => message.kind === kind)
            .map((message) => (
              <MessageBox key={message.id} message={message} />
            ))}
        </div>
      ))}
    </div>
  );
}

/** Both are twice what most readers need. */
const NOTICE_MS = 5000;
const READ_MS_PER_CHARACTER = 120;

/**
 * A notice disappears after enough time to read it. An error does so only after the user has
 * navigated to another page. Messages that are hovered or focused stay.
 */
function MessageBox({ message }: { message: Message }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const { id, kind, text, place } = message;
  const isPassing = kind === 'notice' || place !== pathname;

  useEffect(() => {
    if (!isPassing) return;
    const end = () => {
      const isHeld =
        box.current?.matches(':hover') || box.current?.contains(document.activeElement);
      if (isHeld) timer = setTimeout(end, NOTICE_MS);
      else dismissMessage(id);
    };
    let timer = setTimeout(end, NOTICE_MS + READ_MS_PER_CHARACTER * text.length);
    return () => clearTimeout(timer);
  }, [id, text, isPassing]);

  useEffect(() => {
    // Scrolls the focused element out from under the message (WCAG 2.2, SC 2.4.11).
    const focused = document.activeElement;
    if (focused !== document.body && !focused?.closest('[role="dialog"]'))
      focused?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <Notification
      ref={box}
      // The parent is the live region.
      role="none"
      withBorder
      icon={<Glyph name={kind === 'error' ? 'warning' : 'info'} />}
      {...(kind === 'error' && { color: 'brick' })}
      onClose={() => dismissMessage(id)}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {withUnbrokenNumbers(text)}
    </Notification>
  );
}
