import { useRef } from 'react';
import styles from './message-area.module.css';
import { MessageBox } from './message-box.tsx';
import { useMessages } from './messages.ts';
import { useUncoveredFocus } from './use-uncovered-focus.ts';

/**
 * Area for messages: over the end of every page, and below it once one is there, so that nothing has
 * to stay covered. The live regions are there before their content.
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
