import { useLingui } from '@lingui/react/macro';
import { Notification } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import styles from './message-area.module.css';
import { dismissMessage, type Message, useMessages } from './messages.ts';
import { useUncoveredFocus } from './use-uncovered-focus.ts';

/**
 * Area for messages, over the end of every page, and below it once the page is scrolled there, so
 * that nothing stays covered. Live regions have to exist before their content.
 */
export function MessageArea() {
  const messages = useMessages();
  const area = useRef<HTMLDivElement>(null);
  useUncoveredFocus(area);
  return (
    <div ref={area} className={styles.area}>
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

/** Time to notice a message, and to read one character of it, ms: twice what most readers need. */
const TO_NOTICE = 5000;
const TO_READ = 120;

/**
 * One message. A notice ends after the time to read it; an error does so only on another page than
 * its own. While the message is hovered or focused it stays.
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
      if (isHeld) timer = setTimeout(end, TO_NOTICE);
      else dismissMessage(id);
    };
    let timer = setTimeout(end, TO_NOTICE + TO_READ * text.length);
    return () => clearTimeout(timer);
  }, [id, text, isPassing]);

  return (
    <Notification
      ref={box}
      // The region around it is live.
      role="none"
      withBorder
      icon={<Glyph name={kind === 'error' ? 'warning' : 'info'} />}
      {...(kind === 'error' && { color: 'brick' })}
      onClose={() => dismissMessage(id)}
      closeButtonProps={{ 'aria-label': t`Close message` }}
    >
      {wholeNumbers(text)}
    </Notification>
  );
}
