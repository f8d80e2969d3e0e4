import { useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/brand/glyph.tsx';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import styles from './message-area.module.css';
import { dismissMessage, useMessages } from './messages.ts';

/** Area for messages, over every page. The live regions are there before their content. */
export function MessageArea() {
  const { t } = useLingui();
  const messages = useMessages();
  return (
    <div className={styles.area}>
      {(['error', 'notice'] as const).map((kind) => (
        <div key={kind} role={kind === 'error' ? 'alert' : 'status'}>
          {messages
            .filter((message) => message.kind === kind)
            .map(({ id, text }) => (
              <div key={id} className={styles.message} data-kind={kind}>
                <Glyph name={kind === 'error' ? 'warning' : 'info'} />
                <p>{wholeNumbers(text)}</p>
                <button
                  type="button"
                  onClick={() => dismissMessage(id)}
                  aria-label={t`Close message`}
                >
                  <Glyph name="close" />
                </button>
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
